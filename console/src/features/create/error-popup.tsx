import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";

/** A popup titled "Error" (spec, section 8). */
export function ErrorPopup({ text, onClose }: { text: string; onClose: () => void }) {
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
      {null}
    </Dialog>
  );
}
