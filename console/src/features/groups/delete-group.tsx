import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router-dom";

import type { Group } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { DeleteCard } from "@/components/organisation/delete-card";
import { paths } from "@/lib/paths";

import { deleteGroup } from "./calls";

/** Deletes a group, and says what goes with it. */
export function DeleteGroup({ group }: { group: Group }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { run, busy } = useCommand({
    name: `delete group ${group.id}`,
    send: () => deleteGroup(group.id),
    refreshes: ["/api/groups"],
    says: () => t("organisation.group.deleted"),
  });
  const remove = async () => {
    const sent = await run();
    if (sent.state === "refused") return t("organisation.group.notDeleted");
    if (sent.state === "done") await navigate(paths.groups);
    return null;
  };
  const page = group.rpp_page ? ` ${t("organisation.group.pageGoes", { slug: group.slug })}` : "";
  return (
    <DeleteCard
      words={{
        title: t("organisation.group.delete"),
        text: t("organisation.group.deleteMeans") + page,
        action: t("organisation.group.deleteThis"),
        question: t("organisation.group.deleteTitle", { name: group.name }),
        meaning: `${t("organisation.group.deleteText", { count: group.companies })}${page} ${t("organisation.group.logStays")}`,
      }}
      busy={busy}
      onConfirm={remove}
    />
  );
}
