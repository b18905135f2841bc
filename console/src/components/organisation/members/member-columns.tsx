import { Link } from "react-router-dom";

import type { GroupMember } from "@/api/types";
import { declareTable } from "@/components/table/columns";
import { paths } from "@/lib/paths";

import type { MemberChange } from "./member-list";
import { RemoveMember } from "./remove-member";

/** A member, with the number of its group or tag. */
export interface MemberRow extends GroupMember {
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
    { id: "name", header: "organisation.members.name", Cell: Name, width: 240, grow: true, sort: "server" },
    { id: "id", header: "organisation.members.id", Cell: Id, width: 96, align: "end", sort: "server" },
    { id: "postcode", header: "organisation.members.postcode", Cell: Postcode, width: 128 },
    { id: "actions", header: "organisation.members.actions", Cell: Actions, width: 120, align: "end", quietHeader: true, narrow: "bare" },
  ],
});

function Name({ row: { id, name } }: Cell) {
  return (
    <Link className="cut" to={paths.company(id)} dir="auto" title={name}>
      {name}
    </Link>
  );
}

function Id({ row: { id } }: Cell) {
  return <span className="mono">{id}</span>;
}

function Postcode({ row: { postcode } }: Cell) {
  return postcode ? <bdi>{postcode}</bdi> : <span className="dim">–</span>;
}

function Actions({ row }: Cell) {
  return row.change && <RemoveMember row={row} change={row.change} />;
}
