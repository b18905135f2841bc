import { Trash2 } from "lucide-react";
import { Suspense, useId, useState } from "react";

import { HoldKeys } from "@/components/desk/hold-keys";
import { Button } from "@/components/ui/button";
import { lazyPart } from "@/lib/lazy-part";

const ConfirmDialog = lazyPart(async () => ({ default: (await import("@/components/desk/confirm-dialog")).ConfirmDialog }));

interface Props {
  words: {
    title: string;
    /** What is deleted and what stays. */
    text: string;
    action: string;
    question: string;
    /** Like `text`, with the immediate consequences. */
    meaning: string;
  };
  busy: boolean;
  /** As in `ConfirmDialog`. */
  onConfirm: () => Promise<string | null>;
}

/** A card that deletes a thing: it says what is deleted, and asks once more. */
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
