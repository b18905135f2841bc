import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";

import type { QueueSummary } from "@/api/types";
import { LoadFailed } from "@/components/ui/load-failed";
import { SelectionBar } from "@/features/assign/selection-bar";
import type { Selection } from "@/features/assign/use-selection";
import { NextButton } from "@/features/claim/next-button";
import type { NextItem } from "@/features/claim/use-take-next";
import type { TaskList as List } from "@/features/tasks/use-task-list";
import type { ViewActions } from "@/features/tasks/use-view";
import { type Filters, isFiltered, NO_FILTERS } from "@/features/tasks/view";
import { UndoStrip } from "@/features/undo/undo-strip";
import { formatTime } from "@/lib/dates";
import { isView, useDesk } from "@/lib/desk";
import type { FacetValue } from "@/lib/facets";
import { useSaidFacet } from "@/lib/use-facet-words";

import { NothingIn, NothingMatches, NothingWaits } from "./list-states";
import { RowSkeletons } from "./row-skeleton";
import { TaskList } from "./task-list";
import { Toolbar } from "./toolbar";
import { type Names, useNames } from "./use-names";

interface Props {
  queue: string;
  all: readonly QueueSummary[];
  list: List;
  view: ViewActions;
  next: NextItem;
  /** Set if several items can be moved at once. */
  selection: Selection | null;
  onEnter: (taskId: number) => void;
}

const SKELETONS = 9;

/** The left side of the desk: the list of the queue, in its four states. */
export function ListPane({ queue, all, list, view, next, selection, onEnter }: Props) {
  const { t } = useTranslation();
  const names = useNames(queue, list.tasks);
  return (
    <section className="list" aria-label={t("work.list.label")}>
      <h2 className="sr">{t("work.list.label")}</h2>
      <Toolbar queue={queue} filters={view.filters} names={names} onChange={view.narrow} />
      {list.staleSince !== null && (
        <p className="list-note" role="status">
          {t("work.list.stale", { time: formatTime(list.staleSince) })}
        </p>
      )}
      <Rows queue={queue} all={all} list={list} view={view} names={names} selection={selection} onEnter={onEnter} />
      {selection && list.tasks.length > 0 && <SelectionBar selection={selection} />}
      <UndoStrip />
      <div className="list-foot">
        <NextButton next={next} primary={view.phone} size="m" />
      </div>
    </section>
  );
}

type RowsProps = Omit<Props, "next"> & { names: Names };

function Rows({ queue, all, list, view, names, selection, onEnter }: RowsProps) {
  const { t } = useTranslation();
  const sayFacet = useSaidFacet();
  const isOverAll = isView(useDesk(), queue);
  if (list.error !== null)
    return (
      <div className="rows">
        <LoadFailed title={t("work.list.failed")} error={list.error} onRetry={list.retry} retrying={list.retrying} />
      </div>
    );
  if (list.loading)
    return (
      <div className="rows" role="status" aria-label={t("common.loading")}>
        <RowSkeletons count={SKELETONS} />
      </div>
    );
  if (list.tasks.length > 0) return <TaskList list={list} view={view} places={isOverAll} selection={selection} onEnter={onEnter} />;
  return (
    <div className="rows">
      {isFiltered(view.filters) ? (
        <NothingMatches filters={filterNames(view.filters, names, sayFacet, t)} onClear={() => view.narrow(NO_FILTERS)} />
      ) : isOverAll ? (
        <NothingIn view={queue} />
      ) : (
        <NothingWaits queue={queue} all={all} />
      )}
    </div>
  );
}

/** The active filters in words: `1 star`, `flagged`, `Hollin Lane Opticians`. */
function filterNames(
  { facets, company, person, q, snoozed, overdue }: Filters,
  { companies, people }: Names,
  say: (facet: string, value: FacetValue) => string,
  t: TFunction,
): string[] {
  const names = Object.entries(facets).map(([facet, value]) => say(facet, value ?? ""));
  if (company !== null) names.push(companies.get(company) ?? t("work.filter.companyNumber", { id: company }));
  if (person !== null) names.push(people.get(person) ?? t("people.filter.number", { id: person }));
  if (snoozed) names.push(t("work.putOff.filter"));
  if (overdue) names.push(t("work.filter.overdue"));
  if (q) names.push(`“${q}”`);
  return names;
}
