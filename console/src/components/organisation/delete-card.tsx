import { Trash2 } from "lucide-react";
import { Suspense, useId, useState } from "react";

import { HoldKeys } from "@/components/desk/hold-keys";
import { Button } from "@/components/ui/button";
import { lazyPart } from "@/lib/lazy-part";

const ConfirmDialog = lazyPart(async () => ({ default: (await import("@/components/desk/confirm-dialog")).ConfirmDialog }));

interface Props {
  words: {
    title: string;
    /** What goes and what stays. */
    text: string;
    action: string;
    question: string;
    /** The same, with what follows at once. */
    meaning: string;
  };
  busy: boolean;
  /** As `ConfirmDialog`. */
  onConfirm: () => Promise<string | null>;
}

/** Deleting a thing, in a card of its own that says what goes; asked once more before. */
export function DeleteCard({ words, busy, onConfirm }: Props) {
  const id = useId();
  const [asking, setAsking] = useState(false);
  return (
    <section className="card not-paper" aria-labelledby={id}>
      <div className="card-head">
        <h2 id={id}>{words.title}</h2>
      </div>
      <div className="card-body stack">
        <p className="soft">{words.text}</p>
        <div>
          <Button icon={Trash2} busy={busy} onClick={() => setAsking(true)}>
            {`${words.action}…`}
          </Button>
        </div>
      </div>
      {asking && (
        <Suspense fallback={<HoldKeys />}>
          <ConfirmDialog title={words.question} confirm={words.action} danger onConfirm={onConfirm} onClose={() => setAsking(false)}>
            {words.meaning}
          </ConfirmDialog>
        </Suspense>
      )}
    </section>
  );
}
