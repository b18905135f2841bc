import type { GroupMember } from "@/api/types";
import { CompanyId, CompanyLink, CompanyPostcode } from "@/components/organisation/company-cells";
import { declareTable } from "@/components/table/columns";

import type { MemberChange } from "./member-list";
import { RemoveMember } from "./remove-member";

/** A member, with the number of its group or tag. */
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
    { id: "name", header: "organisation.members.name", Cell: CompanyLink, width: 240, grow: true, sort: "server", fromA: true },
    { id: "id", header: "organisation.members.id", Cell: CompanyId, width: 96, align: "end", sort: "server" },
    { id: "postcode", header: "organisation.members.postcode", Cell: CompanyPostcode, width: 128 },
    { id: "actions", header: "organisation.members.actions", Cell: Actions, width: 120, align: "end", quietHeader: true, narrow: "bare" },
  ],
});

function Actions({ row }: Cell) {
  return row.change && <RemoveMember row={row} change={row.change} />;
}
