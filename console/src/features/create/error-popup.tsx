import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";

interface Props {
  text: string;
  /** The reason that the form behind shows at a field. */
  reason?: string;
  onClose: () => void;
}

/** A popup titled "Error" (spec, section 8). */
export function ErrorPopup({ text, reason, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Dialog
      alert
      title={t("organisation.error")}
      description={text}
      onClose={onClose}
      footer={
        <Button tone="primary" data-first onClick={onClose}>
          {t("common.ok")}
        </Button>
      }
    >
      {reason ? <p>{reason}</p> : null}
    </Dialog>
  );
}
