import "./words";

import { useState } from "react";
import { useTranslation } from "react-i18next";

import { SecretDialog } from "@/components/organisation/secret-dialog";
import { useDesk } from "@/lib/desk";

import { AccountDialog, type HandedOver } from "./account-dialog";
import { CompanyDialog } from "./company-dialog";
import { ErrorPopup } from "./error-popup";
import { GroupDialog } from "./group-dialog";
import { ReviewDialog } from "./review-dialog";
import type { Asked } from "./use-create";

interface Props {
  of: Asked;
  onClose: () => void;
}

/** The dialog that creates what was asked for. */
export function CreateDialogs({ of, onClose }: Props) {
  const form = useDesk().review_form;
  if (of === "company") return <NewCompany onClose={onClose} />;
  if (of === "account") return <NewAccount onClose={onClose} />;
  if (of === "group") return <GroupDialog onClose={onClose} />;
  return <ReviewDialog form={form} company={of.reviewOf} onClose={onClose} />;
}

/** The dialog, or the popup that says that no company was created. */
function NewCompany({ onClose }: Pick<Props, "onClose">) {
  const { t } = useTranslation();
  const [failed, setFailed] = useState(false);
  if (failed) return <ErrorPopup text={t("organisation.newCompany.failed")} onClose={onClose} />;
  return <CompanyDialog onFailed={() => setFailed(true)} onClose={onClose} />;
}

/** The dialog, then the link that sets the new account's password where it was not mailed. */
function NewAccount({ onClose }: Pick<Props, "onClose">) {
  const { t } = useTranslation();
  const [link, setLink] = useState<HandedOver | null>(null);
  if (link === null) return <AccountDialog onLink={setLink} onClose={onClose} />;
  const words = { title: t("accounts.link.title"), text: t("accounts.link.text", { name: link.name }), label: t("accounts.link.label") };
  return <SecretDialog words={words} secret={link.link} onClose={onClose} />;
}
