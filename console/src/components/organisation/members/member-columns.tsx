import { X } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { GroupMember } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { HoldKeys } from "@/components/desk/hold-keys";
import { Mean } from "@/components/desk/mean";
import { CompanyId, CompanyPostcode } from "@/components/organisation/company-cells";
import { declareTable } from "@/components/table/columns";
import { IconButton } from "@/components/ui/icon-button";
import { formatDateTime, formatNumber } from "@/lib/dates";
import { paths } from "@/lib/paths";
import { useDay } from "@/lib/use-moment";

import { ConfirmDialog } from "./lazy";
import type { MemberChange } from "./member-list";

/** A company with the number of its group or tag. */
interface MemberRow extends GroupMember {
  list: number;
  change: MemberChange | null;
}

interface Cell {
  row: MemberRow;
}

/** The companies of a group or of a tag. */
export const memberTable = declareTable<MemberRow>({
  name: "members",
  rowKey: (row) => row.id,
  skeletons: 3,
  columns: [
    { id: "name", header: "organisation.members.name", Cell: Name, width: 200, grow: true, sort: "server", fromA: true },
    { id: "postcode", header: "organisation.members.postcode", Cell: CompanyPostcode, width: 104 },
    { id: "id", header: "organisation.members.id", Cell: CompanyId, width: 72, align: "end", sort: "server" },
    { id: "reviews", header: "organisation.members.reviews", hint: "organisation.members.published", Cell: Reviews, width: 84, align: "end" },
    { id: "rating", header: "organisation.members.rating", hint: "organisation.members.published", Cell: Rating, width: 76, align: "end", Line: Published, narrow: "line" },
    { id: "added", header: "organisation.members.since", Cell: Added, width: 112, align: "end", priority: "low" },
    { id: "actions", header: "organisation.members.actions", Cell: Actions, width: 60, align: "end", quietHeader: true, narrow: "side" },
  ],
});

function Name({ row: { id, name, address } }: Cell) {
  return (
    <span className="cut block" title={address ? `${name}, ${address}` : name}>
      <Link className="plain" to={paths.company(id)} dir="auto">
        {name}
      </Link>{" "}
      <bdi className="dim">{address}</bdi>
    </span>
  );
}

function Reviews({ row: { reviews } }: Cell) {
  return formatNumber(reviews);
}

function Rating({ row: { rating } }: Cell) {
  return <Mean rating={rating} />;
}

function Published({ row: { reviews, rating } }: Cell) {
  const { t } = useTranslation();
  if (reviews === 0) return <span className="dim">{t("organisation.members.unpublished")}</span>;
  return (
    <span className="cut">
      {rating !== null && <Mean rating={rating} />}
      <bdi className={rating === null ? undefined : "dot"}>{t("organisation.members.reviewsCounted", { count: reviews })}</bdi>
    </span>
  );
}

function Added({ row: { added } }: Cell) {
  const dayOf = useDay();
  return (
    <time className="soft nowrap" dateTime={added} title={formatDateTime(added)}>
      {dayOf(added)}
    </time>
  );
}

function Actions({ row }: Cell) {
  return row.change && <RemoveMember row={row} change={row.change} />;
}

interface Props {
  row: GroupMember & { list: number };
  change: MemberChange;
}

/** Removes a company from its group or tag, after a confirmation. */
function RemoveMember({ row: { id, name, list }, change }: Props) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const { run, busy } = useCommand({
    name: `remove member ${change.of} ${list} ${id}`,
    send: () => change.remove(id),
    refreshes: change.refreshes,
    says: () => t("organisation.members.removed", { name }),
  });
  const remove = async () => ((await run()).state === "refused" ? change.texts.notRemoved : null);
  return (
    <>
      <IconButton icon={X} size="s" busy={busy} label={t("organisation.members.removeOf", { name })} onClick={() => setAsking(true)} />
      {asking && (
        <Suspense fallback={<HoldKeys />}>
          <ConfirmDialog title={change.texts.removeTitle(name)} confirm={t("organisation.members.remove")} danger onConfirm={remove} onClose={() => setAsking(false)}>
            {t("organisation.members.removeText")}
          </ConfirmDialog>
        </Suspense>
      )}
    </>
  );
}
