import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router-dom";

import type { Tag } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { DeleteCard } from "@/components/organisation/delete-card";
import { paths } from "@/lib/paths";

import { deleteTag } from "./calls";

/** Deletes a tag, and says what goes with it. */
export function DeleteTag({ tag }: { tag: Tag }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { run, busy } = useCommand({
    name: `delete tag ${tag.id}`,
    send: () => deleteTag(tag.id),
    refreshes: ["/api/tags"],
    says: () => t("tags.deleted"),
  });
  const remove = async () => {
    const sent = await run();
    if (sent.state === "refused") return t("tags.notDeleted");
    if (sent.state === "done") await navigate(paths.tags);
    return null;
  };
  return (
    <DeleteCard
      words={{
        title: t("tags.delete"),
        text: t("tags.deleteMeans"),
        action: t("tags.deleteThis"),
        question: t("tags.deleteTitle", { name: tag.name }),
        meaning: t("tags.deleteText", { count: tag.members }),
      }}
      busy={busy}
      onConfirm={remove}
    />
  );
}
