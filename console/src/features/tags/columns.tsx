import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { Tag } from "@/api/types";
import { Mean } from "@/components/desk/mean";
import { declareTable } from "@/components/table/columns";
import { Nothing } from "@/components/ui/nothing";
import { formatNumber } from "@/lib/dates";
import { paths } from "@/lib/paths";

import { sayRule } from "./rule-text";
import { TagActions } from "./tag-actions";
import { TagTypeName } from "./type-name";

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
    { id: "category", header: "tags.category", Cell: Category, width: 108, Line: InShort, narrow: "line" },
    { id: "description", header: "tags.description", Cell: Description, width: 240, grow: true, optional: "shown", priority: "low" },
    { id: "type", header: "tags.type", Cell: Type, width: 120, optional: "shown" },
    { id: "members", header: "tags.members", Cell: Members, width: 88, align: "end", sort: "server" },
    { id: "reviews", header: "tags.reviews", hint: "tags.countedHint", Cell: Reviews, width: 88, align: "end", sort: "server" },
    { id: "rating", header: "tags.rating", hint: "tags.countedHint", Cell: Rating, width: 80, align: "end", sort: "server", narrow: "beside" },
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

/** People add the members of a user-defined tag: their number is exact at once. */
function Members({ row: { members, type, counted_at } }: Cell) {
  return counted_at === null && type !== "user" ? <NotCounted /> : formatNumber(members);
}

function InShort({ row: { category, type, members, counted_at } }: Cell) {
  const { t } = useTranslation();
  const facts = [
    t(`tags.categories.${category}`),
    (counted_at !== null || type === "user") && t("tags.membersCounted", { count: members }),
    t(`tags.types.${type}`),
  ];
  return (
    <span className="cut">
      {facts.map((fact, index) => fact && <bdi key={index} className={index > 0 ? "dot" : undefined}>{fact}</bdi>)}
    </span>
  );
}

function Reviews({ row: { reviews, counted_at } }: Cell) {
  return counted_at === null ? <NotCounted /> : formatNumber(reviews);
}

function Rating({ row: { rating } }: Cell) {
  return <Mean rating={rating} />;
}

function Description({ row: { description, rule } }: Cell) {
  const { t } = useTranslation();
  if (!description && rule) {
    const sentence = sayRule(rule, t);
    return (
      <span className="cut block dim" dir="auto" title={sentence}>
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
