import { Ellipsis, Pencil, ScrollText, Trash2 } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router-dom";

import type { Tag } from "@/api/types";
import { HoldKeys } from "@/components/desk/hold-keys";
import { IconButton } from "@/components/ui/icon-button";
import { Menu, MenuItem } from "@/components/ui/menu";
import { paths } from "@/lib/paths";
import { useCan } from "@/lib/permissions";

import { ConfirmDialog, EditDialog } from "./lazy";
import { useDeleteTag } from "./use-delete-tag";

/** What can be done with a tag of the list. Tags with a rule are not edited, those of the product not deleted. */
export function TagActions({ row: tag }: { row: Tag }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const mayRead = useCan()("history");
  const [open, setOpen] = useState<"edit" | "delete" | null>(null);
  const { words, busy, remove } = useDeleteTag(tag);
  const close = () => setOpen(null);
  if (tag.type === "system" && !mayRead) return null;
  return (
    <>
      <Menu trigger={<IconButton icon={Ellipsis} size="s" label={t("tags.more", { name: tag.name })} busy={busy} />}>
        {tag.type === "user" && (
          <MenuItem icon={Pencil} onSelect={() => setOpen("edit")}>
            {t("tags.edit")}
          </MenuItem>
        )}
        {mayRead && (
          <MenuItem icon={ScrollText} onSelect={() => void navigate(`${paths.auditLog}?${new URLSearchParams({ kind: "tag", subject: String(tag.id) })}`)}>
            {t("table.log")}
          </MenuItem>
        )}
        {tag.type !== "system" && (
          <MenuItem icon={Trash2} onSelect={() => setOpen("delete")}>
            {`${t("tags.delete")}…`}
          </MenuItem>
        )}
      </Menu>
      {open && (
        <Suspense fallback={<HoldKeys />}>
          {open === "edit" ? (
            <EditDialog tag={tag} onClose={close} />
          ) : (
            <ConfirmDialog title={words.question} confirm={words.action} danger onConfirm={() => remove()} onClose={close}>
              {words.meaning}
            </ConfirmDialog>
          )}
        </Suspense>
      )}
    </>
  );
}
