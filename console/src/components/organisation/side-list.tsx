import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";

import { useFailure } from "@/api/use-failure";
import { LoadFailed } from "@/components/ui/load-failed";
import { Skeleton } from "@/components/ui/skeleton";

interface Props<Item> {
  title: string;
  of: UseQueryResult<{ items: Item[] }>;
  /** The number of items shown. */
  most: number;
  failed: string;
  empty: string;
  /** A link to the whole list. */
  all: ReactNode;
  children: (item: Item) => ReactNode;
}

/** The first few items of a list, in a card at the side. */
export function SideList<Item extends { id: number }>({ title, of, most, failed, empty, all, children }: Props<Item>) {
  const id = useId();
  const failure = useFailure(of);
  const items = of.data?.items;
  const isEmpty = items?.length === 0;
  return (
    <section className="card" aria-labelledby={id}>
      <div className="card-head">
        <h2 id={id}>{title}</h2>
        <span className="end" />
        {isEmpty ? <span className="meta">{empty}</span> : items && all}
      </div>
      {!isEmpty && <div className="card-body">
        {items === undefined ? (
          failure.error === null ? (
            <Skeleton width="60%" />
          ) : (
            <LoadFailed title={failed} error={failure.error} onRetry={failure.retry} retrying={failure.retrying} />
          )
        ) : (
          <ul className="stack-s">
            {items.slice(0, most).map((item) => (
              <li key={item.id}>{children(item)}</li>
            ))}
          </ul>
        )}
      </div>}
    </section>
  );
}
