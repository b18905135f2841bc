import "./words";

import { useState } from "react";
import { useTranslation } from "react-i18next";

import { useCommand } from "@/api/use-command";
import { FormDialog } from "@/components/form/form-dialog";
import { GroupFields } from "@/components/organisation/group-fields";
import { type GroupValues, useNewGroup } from "@/components/organisation/group-form";
import { SecretDialog } from "@/components/organisation/secret-dialog";
import { useDesk } from "@/lib/desk";
import { notifyFailure } from "@/lib/notifications";
import { useIsShown, useNavigateIfShown } from "@/lib/use-is-shown";

import { AccountDialog, type HandedOver } from "./account-dialog";
import { postGroup } from "./calls";
import { CompanyDialog } from "./company-dialog";
import { ErrorPopup } from "./error-popup";
import { ReviewDialog } from "./review-dialog";
import type { Asked } from "./use-create";

interface Props {
  of: Asked;
  onClose: () => void;
}

/** The dialog that creates the requested kind of thing. */
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

/** The dialog, then the link that sets the new account's password if it was not mailed. */
function NewAccount({ onClose }: Pick<Props, "onClose">) {
  const { t } = useTranslation();
  const [link, setLink] = useState<HandedOver | null>(null);
  if (link === null) return <AccountDialog onLink={setLink} onClose={onClose} />;
  const words = { title: t("accounts.link.title"), text: t("accounts.link.text", { name: link.name }), label: t("accounts.link.label") };
  return <SecretDialog words={words} secret={link.link} onClose={onClose} />;
}

/** Creates a company group. A failure is shown in a popup, and the dialog keeps the typed values. */
function GroupDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigateIfShown();
  const isShown = useIsShown();
  const [failed, setFailed] = useState(false);
  const { run, refusal } = useCommand({
    name: "create group",
    send: (group: GroupValues, key) => postGroup(group, key),
    refreshes: ["/api/groups"],
    says: () => t("organisation.newGroup.done"),
  });
  const form = useNewGroup(refusal);
  const submit = async (group: GroupValues) => {
    const sent = await run(group);
    if (sent.state === "refused" && isShown()) setFailed(true);
    else if (sent.state === "refused") notifyFailure(t("organisation.newGroup.failed"));
    if (sent.state !== "done") return;
    onClose();
    if (sent.result.path) await navigate(sent.result.path);
  };
  const words = { title: t("organisation.newGroup.title"), action: t("organisation.newGroup.action") };
  return (
    <>
      <FormDialog words={words} of={form} onSubmit={submit} onClose={onClose}>
        <GroupFields />
      </FormDialog>
      {failed && <ErrorPopup text={t("organisation.newGroup.failed")} onClose={() => setFailed(false)} />}
    </>
  );
}
