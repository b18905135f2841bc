import { Ellipsis, Lock, type LucideIcon, Pencil, ScrollText, Trash2, Zap } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router-dom";

import type { Tag } from "@/api/types";
import { HoldKeys } from "@/components/desk/hold-keys";
import { Mean } from "@/components/desk/mean";
import { declareTable } from "@/components/table/columns";
import { Icon } from "@/components/ui/icon";
import { IconButton } from "@/components/ui/icon-button";
import { Menu, MenuItem } from "@/components/ui/menu";
import { Nothing } from "@/components/ui/nothing";
import { formatNumber } from "@/lib/dates";
import { paths } from "@/lib/paths";
import { useCan } from "@/lib/permissions";

import { ConfirmDialog, EditDialog } from "./lazy";
import { sayRule } from "./rule-text";
import styles from "./tags.module.css";
import { useDeleteTag } from "./use-delete-tag";

const ICONS: Readonly<Record<Tag["type"], LucideIcon>> = { system: Lock, smart: Zap, user: Pencil };

interface Cell {
  row: Tag;
}

/** The list of tags. */
export const tagTable = declareTable<Tag>({
  name: "tags",
  rowKey: (row) => row.id,
  columns: [
    { id: "name", header: "tags.name", Cell: Name, width: 148, sort: "server", fromA: true },
    { id: "id", header: "tags.id", Cell: Id, width: 56, align: "end", optional: "shown", sort: "server", priority: "low" },
    { id: "category", header: "tags.category", Cell: Category, width: 108, Line: InShort, narrow: "last" },
    { id: "description", header: "tags.description", Cell: Description, width: 240, grow: true, optional: "shown", priority: "low" },
    { id: "type", header: "tags.type", Cell: Type, width: 120, optional: "shown" },
    { id: "members", header: "tags.members", Cell: Members, width: 88, align: "end", sort: "server" },
    { id: "reviews", header: "tags.reviews", hint: "tags.countedHint", Cell: Reviews, width: 88, align: "end", sort: "server" },
    { id: "rating", header: "tags.rating", hint: "tags.countedHint", Cell: Rating, width: 80, align: "end", sort: "server", Line: ShortRating, narrow: "beside" },
    { id: "actions", header: "organisation.members.actions", Cell: TagActions, width: 60, align: "end", quietHeader: true, narrow: "side" },
  ],
});

function Name({ row: { id, name } }: Cell) {
  return (
    <Link className="plain cut" to={paths.tag(id)} dir="auto" title={name}>
      {name}
    </Link>
  );
}

function Id({ row: { id } }: Cell) {
  return <span className="dim tabular">{id}</span>;
}

function Category({ row: { category } }: Cell) {
  return useTranslation().t(`tags.categories.${category}`);
}

function Type({ row: { type } }: Cell) {
  return <TagTypeName of={type} />;
}

/** Members of a user-defined tag are added by people, so their number is exact without a count. */
function Members({ row: { members, type, counted_at } }: Cell) {
  return counted_at === null && type !== "user" ? <NotCounted /> : formatNumber(members);
}

function InShort({ row: { category, type, members, counted_at } }: Cell) {
  const { t } = useTranslation();
  const facts = [
    <TagTypeName of={type} />,
    t(`tags.categories.${category}`),
    (counted_at !== null || type === "user") && t("tags.membersCounted", { count: members }),
  ];
  return <span className={styles.short}>{facts.map((fact, index) => fact && <span key={index} className={index > 0 ? "dot" : undefined}>{fact}</span>)}</span>;
}

function Reviews({ row: { reviews, counted_at } }: Cell) {
  return counted_at === null ? <NotCounted /> : formatNumber(reviews);
}

function Rating({ row: { rating } }: Cell) {
  return <Mean rating={rating} />;
}

/** The rating in the narrow form, with a dash if there is none, so that the values are aligned. */
function ShortRating({ row: { rating } }: Cell) {
  return rating === null ? <span className="dim">–</span> : <Mean rating={rating} />;
}

function Description({ row: { description, rule } }: Cell) {
  const { t } = useTranslation();
  if (!description && rule) {
    const sentence = sayRule(rule, t);
    return (
      <span className="cut block soft" dir="auto" title={sentence}>
        {sentence}
      </span>
    );
  }
  return description ? (
    <span className="cut block soft" dir="auto" title={description}>
      {description}
    </span>
  ) : (
    <Nothing />
  );
}

function NotCounted() {
  const { t } = useTranslation();
  return (
    <span className="dim wide-only" title={t("tags.notCounted")}>
      –
    </span>
  );
}

/** The actions for a tag of the list. Tags with a rule cannot be edited, system tags cannot be deleted. */
function TagActions({ row: tag }: { row: Tag }) {
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

/** The type of a tag: locked, with a rule, or maintained by people. */
function TagTypeName({ of: type }: { of: Tag["type"] }) {
  const { t } = useTranslation();
  return (
    <span className="row nowrap">
      <span className="dim">
        <Icon of={ICONS[type]} />
      </span>
      {t(`tags.types.${type}`)}
    </span>
  );
}
