import { StickyNote } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import { HoldKeys } from "@/components/desk/hold-keys";
import { Button } from "@/components/ui/button";
import { useHotkeys } from "@/lib/hotkeys";
import { keepFocus } from "@/lib/keep-focus";
import { lazyPart } from "@/lib/lazy-part";

const NoteForm = lazyPart(async () => ({ default: (await import("./note-form")).NoteForm }));

/** A button that is replaced by the form of a note. */
export function Notes({ taskId, ofClient = false }: { taskId: number; ofClient?: boolean }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  useHotkeys("item", open ? [] : [{ keys: "m", label: t("work.keys.note"), run: () => setOpen(true) }]);

  const close = () => {
    keepFocus(document.activeElement?.closest<HTMLElement>("article"));
    setOpen(false);
  };
  if (open)
    return (
      <Suspense fallback={<HoldKeys />}>
        <NoteForm taskId={taskId} ofClient={ofClient} onClose={close} />
      </Suspense>
    );
  return (
    <Button className="note-button" size="s" icon={StickyNote} hotkey="m" onClick={() => setOpen(true)}>
      {t("work.note.add")}
    </Button>
  );
}
