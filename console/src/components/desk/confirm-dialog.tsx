import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ActionDialog } from "@/components/ui/action-dialog";
import { Button } from "@/components/ui/button";

import { ReasonDialog } from "./reason-dialog";

interface Props {
  title: string;
  /** What confirming means. */
  children: string;
  /** What the button says, where "OK" would not do. */
  confirm?: string;
  /** It cannot be taken back. */
  danger?: boolean;
  /** Asks for a reason; `draftKey` is where what is typed is stored until it is done. */
  reason?: { draftKey: string };
  /** Gives the sentence that says why it was refused, or null when it was done. The reason is empty where none is asked for. */
  onConfirm: (reason: string) => Promise<string | null>;
  /** A second answer, "No", beside leaving it undecided. */
  onDeny?: () => void;
  onClose: () => void;
}

/** Asks before something is done. The texts of its buttons are those of the specification, section 9. */
export function ConfirmDialog({ reason, ...rest }: Props) {
  const { title, children, confirm, onConfirm, onClose } = rest;
  const { t } = useTranslation();
  if (!reason) return <Confirm {...rest} />;
  return (
    <ReasonDialog
      title={title}
      description={children}
      action={confirm ?? t("common.ok")}
      draftKey={reason.draftKey}
      onSubmit={onConfirm}
      onClose={onClose}
    />
  );
}

function Confirm({ title, children, confirm, danger = false, onConfirm, onDeny, onClose }: Omit<Props, "reason">) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const submit = async () => {
    setBusy(true);
    const sentence = await onConfirm("");
    setBusy(false);
    setRefused(sentence);
    if (sentence === null) onClose();
  };
  return (
    <ActionDialog
      words={{ title, description: children, action: confirm ?? t("common.ok") }}
      danger={danger}
      busy={busy}
      refused={refused}
      buttons={
        onDeny && (
          <Button className="dialog-note" tone="quiet" disabled={busy} onClick={onDeny}>
            {t("common.no")}
          </Button>
        )
      }
      onSubmit={() => void submit()}
      onClose={onClose}
    />
  );
}
