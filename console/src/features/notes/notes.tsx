import { StickyNote } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { useHotkeys } from "@/lib/hotkeys";
import { keepFocus } from "@/lib/keep-focus";

import { NoteForm } from "./note-form";

/** The way to leave a note: a button, and the form in its place. */
export function Notes({ taskId }: { taskId: number }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  useHotkeys("lists", open ? [] : [{ keys: "m", label: t("work.keys.note"), run: () => setOpen(true) }]);

  const close = () => {
    keepFocus(document.activeElement?.closest<HTMLElement>("article"));
    setOpen(false);
  };
  if (open) return <NoteForm taskId={taskId} onClose={close} />;
  return (
    <Button className="note-button" size="s" icon={StickyNote} hotkey="m" onClick={() => setOpen(true)}>
      {t("work.note.add")}
    </Button>
  );
}
