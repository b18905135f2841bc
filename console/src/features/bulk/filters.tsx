import { useTranslation } from "react-i18next";

import type { TaskRow } from "@/api/types";
import { Button } from "@/components/ui/button";
import { DateInput } from "@/components/ui/date-input";
import { Field } from "@/components/ui/field";
import { CompanyFilter } from "@/features/list/company-filter";
import { useNames } from "@/features/list/use-names";
import type { Facet } from "@/lib/desk";
import { useWords } from "@/lib/use-words";

import { FacetField } from "./facet-field";
import { isNarrowed, type Order } from "./order";

interface Props {
  order: Order;
  facets: readonly Facet[];
  sample: readonly TaskRow[];
  /** No companies can be listed: no queue is chosen, or the items are published reviews. */
  past: boolean;
  onChange: (change: Partial<Order>) => void;
}

const NOTHING: Partial<Order> = { company: null, facets: {}, q: "", since: "", until: "" };

/** The filters of a batch. They apply at once, words while they are typed. */
export function Filters({ order, facets, sample, past, onChange }: Props) {
  const { t } = useTranslation();
  const words = useWords(order.q, (q) => onChange({ q }));
  const { companies } = useNames(order.queue, sample);
  const hasMore = !past || order.trial !== null || isNarrowed(order);
  return (
    <div className="stack" role="group" aria-label={t("bulk.choose.filters")}>
      <div className="form form-2">
        {(["since", "until"] as const).map((name) => (
          <Field key={name} label={t(`bulk.filter.${name}`)}>
            {(control) => <DateInput {...control} value={order[name]} onChange={(day) => onChange({ [name]: day })} />}
          </Field>
        ))}
        {facets.map((facet) => (
          <FacetField key={facet.name} facet={facet} values={order.facets} onChange={(values) => onChange({ facets: values })} />
        ))}
        <div className="wide">
          <Field label={t("bulk.filter.q")}>
            {(control) => (
              <input
                {...control}
                type="search"
                className="input"
                maxLength={200}
                value={words.typed}
                onChange={({ target }) => words.type(target.value)}
                onBlur={words.flush}
              />
            )}
          </Field>
        </div>
      </div>
      {hasMore && (
        <div className="row wrap">
          {!past && (
            <CompanyFilter
              queue={order.queue}
              company={order.company}
              name={order.company === null ? undefined : companies.get(order.company)}
              onChange={(company) => onChange({ company })}
            />
          )}
          {order.trial !== null && (
            <span className="row wrap">
              <span className="badge">{t("bulk.filter.trial")}</span>
              <Button size="s" tone="quiet" onClick={() => onChange({ trial: null })}>
                {t("bulk.filter.trialClear")}
              </Button>
            </span>
          )}
          {isNarrowed(order) && (
            <Button
              size="s"
              tone="quiet"
              onClick={() => {
                words.empty();
                onChange(NOTHING);
              }}
            >
              {t("bulk.filter.clear")}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
