import { useState } from "react";
import { useTranslation } from "react-i18next";

import { useCommand } from "@/api/use-command";
import { FormDialog } from "@/components/form/form-dialog";
import { GroupFields } from "@/components/organisation/group-fields";
import { type GroupValues, useNewGroup } from "@/components/organisation/group-form";
import { notifyFailure } from "@/lib/notifications";
import { useIsShown, useNavigateIfShown } from "@/lib/use-is-shown";

import { postGroup } from "./calls";
import { ErrorPopup } from "./error-popup";

/** Create a new company group. A failure is said in a popup, and the dialog stays with what was typed. */
export function GroupDialog({ onClose }: { onClose: () => void }) {
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
