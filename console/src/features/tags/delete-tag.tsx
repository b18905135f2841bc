import { useNavigate } from "react-router-dom";

import type { Tag } from "@/api/types";
import { DeleteCard } from "@/components/organisation/delete-card";
import { paths } from "@/lib/paths";

import { useDeleteTag } from "./use-delete-tag";

/** Deletes a tag on its page, and opens the list. */
export function DeleteTag({ tag }: { tag: Tag }) {
  const navigate = useNavigate();
  const { words, busy, remove } = useDeleteTag(tag);
  return <DeleteCard words={words} busy={busy} onConfirm={() => remove(() => navigate(paths.tags))} />;
}
