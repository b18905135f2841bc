import { useTranslation } from "react-i18next";

import type { Tag } from "@/api/types";
import { useCommand } from "@/api/use-command";

import { deleteTag } from "./calls";

/** Deletes a tag. `words` say what is deleted with it; `remove` resolves as `ConfirmDialog` requires. */
export function useDeleteTag(tag: Tag) {
  const { t } = useTranslation();
  const { run, busy } = useCommand({
    name: `delete tag ${tag.id}`,
    send: () => deleteTag(tag.id),
    refreshes: ["/api/tags"],
    says: () => t("tags.deleted"),
  });
  const remove = async (then?: () => unknown) => {
    const sent = await run();
    if (sent.state === "refused") return t("tags.notDeleted");
    if (sent.state === "done") await then?.();
    return null;
  };
  const words = {
    title: t("tags.delete"),
    text: t("tags.deleteMeans"),
    action: t("tags.deleteThis"),
    question: t("tags.deleteTitle", { name: tag.name }),
    meaning: t("tags.deleteText", { count: tag.members }),
  };
  return { words, busy, remove };
}
