import { Nothing } from "@/components/ui/nothing";
import { Link } from "react-router-dom";

import { paths } from "@/lib/paths";

/** A company's name as a link to its page, for tables. */
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

/** A text that people wrote, cut if too long; a dash if empty. */
export function Written({ text }: { text: string | null }) {
  return text ? (
    <bdi className="cut block" title={text}>
      {text}
    </bdi>
  ) : (
    <Nothing />
  );
}
