import { Nothing } from "@/components/ui/nothing";
import { Link } from "react-router-dom";

import { paths } from "@/lib/paths";

/** What tables say of a company: its name leads to it. */
export function CompanyLink({ row: { id, name } }: { row: { id: number; name: string } }) {
  return (
    <Link className="cut" to={paths.company(id)} dir="auto" title={name}>
      {name}
    </Link>
  );
}

export function CompanyId({ row: { id } }: { row: { id: number } }) {
  return <span className="dim tabular">{id}</span>;
}

export function CompanyPostcode({ row: { postcode } }: { row: { postcode: string | null } }) {
  return <Written text={postcode} />;
}

/** What people wrote, cut where it is too long, or a dash. */
export function Written({ text }: { text: string | null }) {
  return text ? (
    <bdi className="cut block" title={text}>
      {text}
    </bdi>
  ) : (
    <Nothing />
  );
}
