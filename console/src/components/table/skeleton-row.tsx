import { useTranslation } from "react-i18next";

import { Skeleton } from "@/components/ui/skeleton";

import type { Column } from "./columns";

interface Props<Row> {
  columns: readonly Column<Row>[];
  /** The index of the row: the first texts have different lengths. */
  place: number;
  selectable: boolean;
  /** The cells are in one line, without labels. */
  lined: boolean;
}

const FIRST_WIDTHS = ["72%", "58%", "81%", "64%", "70%", "52%"];

/** A row that is loading, with the same height and width as the real one. */
export function SkeletonRow<Row>({ columns, place, selectable, lined }: Props<Row>) {
  const { t } = useTranslation();
  return (
    <tr aria-hidden>
      {selectable && <td />}
      {columns.map(({ id, align, header }, index) =>
        index === 0 ? (
          <th key={id} scope="row">
            <Skeleton width={FIRST_WIDTHS[place % FIRST_WIDTHS.length] ?? "64%"} />
          </th>
        ) : (
          <td key={id} className={align === "end" ? "n" : undefined} data-label={lined ? undefined : t(header)}>
            <Skeleton width="56%" />
          </td>
        ),
      )}
    </tr>
  );
}
