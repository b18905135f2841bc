import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { copy } from "@/lib/copy";
import { notifyFailure } from "@/lib/notifications";

interface Props {
  words: { title: string; text: string; label: string };
  /** The link or key that is shown once. */
  secret: string;
  onClose: () => void;
}

/** Shows a secret once, to be copied and handed over. */
export function SecretDialog({ words, secret, onClose }: Props) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  const copySecret = async () => {
    if (await copy(secret)) setCopied(true);
    else notifyFailure(t("common.notCopied"));
  };
  return (
    <Dialog
      title={words.title}
      description={words.text}
      onClose={onClose}
      footer={
        <>
          {/* browsers offer pages a clipboard only over https */}
          {window.isSecureContext && (
            <Button icon={copied ? Check : Copy} onClick={() => void copySecret()}>
              {t(copied ? "accounts.link.copied" : "accounts.link.copy")}
            </Button>
          )}
          <Button tone="primary" onClick={onClose}>
            {t("common.close")}
          </Button>
        </>
      }
    >
      <Field label={words.label}>
        {(control) => (
          <input {...control} className="input" dir="ltr" readOnly value={secret} onFocus={({ target }) => target.select()} />
        )}
      </Field>
    </Dialog>
  );
}
