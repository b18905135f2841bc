import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { refresh } from "@/api/queries";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";

import { formOf } from "./review-form";

interface Props {
  /** The URL of the form. */
  form: string;
  company: number;
  onClose: () => void;
}

/**
 * Creates a review with the company's online review form, at least 700 px wide (spec, section 2). The form runs in a
 * sandboxed frame: it cannot navigate the console, and cannot read its data, because it must have another origin.
 */
export function ReviewDialog({ form, company, onClose }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const address = formOf(form, company);
  const close = () => {
    onClose();
    void refresh(client, "/api/company/{company_id}", "/api/company/{company_id}/reviews");
  };
  return (
    <Dialog
      title={t("organisation.newReview.title")}
      wide="frame"
      footer={
        <>
          <span className="dialog-note soft">
            {t("organisation.newReview.trouble")}{" "}
            <a href={address} target="_blank" rel="noreferrer noopener">
              {t("organisation.newReview.newTab")}
            </a>
          </span>
          <Button onClick={close}>{t("common.close")}</Button>
        </>
      }
      onClose={close}
    >
      <iframe
        title={t("organisation.newReview.frame")}
        src={address}
        sandbox="allow-forms allow-scripts allow-same-origin"
        referrerPolicy="no-referrer"
      />
    </Dialog>
  );
}
