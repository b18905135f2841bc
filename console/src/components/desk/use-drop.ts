import { type RefObject, useEffect, useEffectEvent, useState } from "react";

/**
 * Listens for files that are dropped on an element or pasted into it. Returns true while files are dragged over it.
 * Office programs add an image of the text that they copy: if the clipboard has text, the text is pasted.
 */
export function useDrop(element: RefObject<HTMLElement | null>, onFiles: (files: File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const give = useEffectEvent((event: Event, files: FileList | undefined) => {
    if (!files || files.length === 0) return;
    event.preventDefault();
    onFiles([...files]);
  });
  useEffect(() => {
    const place = element.current;
    if (!place) return;
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault(); // otherwise the browser opens the file
      setIsOver(true);
    };
    const leave = () => setIsOver(false);
    const drop = (event: DragEvent) => {
      setIsOver(false);
      give(event, event.dataTransfer?.files);
    };
    const paste = (event: ClipboardEvent) => {
      if (!event.clipboardData?.types.includes("text/plain")) give(event, event.clipboardData?.files);
    };
    place.addEventListener("dragover", over);
    place.addEventListener("dragleave", leave);
    place.addEventListener("drop", drop);
    place.addEventListener("paste", paste);
    return () => {
      place.removeEventListener("dragover", over);
      place.removeEventListener("dragleave", leave);
      place.removeEventListener("drop", drop);
      place.removeEventListener("paste", paste);
    };
  }, [element]);
  return isOver;
}
