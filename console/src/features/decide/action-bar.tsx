import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { OutcomeChoice } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Tooltip } from "@/components/ui/tooltip";
import { isReply } from "@/features/form/fields";
import { REVISE } from "@/features/revise/fields";
import { clock, useNow } from "@/lib/clock";
import { isAway, useConnection } from "@/lib/connection";
import { formatMoment } from "@/lib/dates";

import { ESCALATE, isOthers, takesFirst, useItemWork } from "./item-work";
import { useLacking, WhyBlocked } from "./blocked";

const ON_A_PHONE = 4; // two rows of two

/**
 * The outcomes of the step with their keys, but those that send a reply: see `Composer`. A danger button stands only
 * inside the form that does the harm.
 */
export function ActionBar({ size = "m" }: { size?: "s" | "m" }) {
  const { t } = useTranslation();
  const work = useItemWork();
  const { task, lock, drafts, actions } = work;
  const outcomes = task.outcomes.filter((outcome) => !isReply(outcome));
  const { sending, stopped } = actions;
  const { draft } = drafts;
  // somebody else has the item: what is pressed says so
  const off = isOthers(lock);
  // nobody knows whether it is free: what is typed is stored, and nothing is decided
  const isUnknown = isAway(useConnection()) && lock.kind !== "mine";
  const lacking = useLacking();
  const [all, setAll] = useState(false);
  const first = outcomes.length > ON_A_PHONE ? outcomes.slice(0, ON_A_PHONE - 1) : outcomes;
  const rest = outcomes.slice(first.length);
  const edit = draft.forms[REVISE];
  const [newest] = outcomes
    .flatMap(({ name, label }) => (draft.forms[name] ? [{ label, at: draft.forms[name].at }] : []))
    .sort((a, b) => b.at - a.at);
  const now = useNow();
  const moment = (at: number) => formatMoment(clock.fromLocal(at), now);

  // who may come to harm is answered with a head moderator
  const isCalledFor = ({ name }: OutcomeChoice) => name === ESCALATE && task.harm !== null && task.outcomes.some(isReply);
  const button = (outcome: OutcomeChoice) => (
    <Tooltip key={outcome.name} label={lacking(outcome) ?? outcome.about}>
    <Button
      size={size}
      tone={(outcome.tone === "primary" || isCalledFor(outcome)) && !off && !isUnknown && (!actions.isCautious || isCalledFor(outcome)) && !takesFirst(work) ? "primary" : "neutral"}
      hotkey={outcome.hotkey}
      busy={sending === outcome.name}
      disabled={sending !== null}
      aria-disabled={off || (isUnknown && outcome.form === null) || lacking(outcome) !== null ? true : undefined}
      aria-description={lacking(outcome) ?? outcome.about}
      onClick={() => actions.choose(outcome)}
    >
      {outcome.label}
    </Button>
    </Tooltip>
  );
  return (
    <div className="actions" role="group" aria-label={t("work.actions.label")} data-fresh={actions.fresh ? true : undefined} data-off={off ? true : undefined}>
      {off && size === "m" && <p className="meta only-phone">{t("work.actions.off")}</p>}
      {stopped && sending === null && (
        <p key={stopped.times} className="stopped">
          {stopped.why}
        </p>
      )}
      {first.map(button)}
      {rest.length > 0 && (
        <>
          <span className={all ? "more" : "more not-phone"}>{rest.map(button)}</span>
          {!all && (
            <Button className="only-phone" aria-expanded={false} onClick={() => setAll(true)}>
              {t("work.actions.more")}
            </Button>
          )}
        </>
      )}
      <WhyBlocked outcomes={outcomes} named />
      {edit ? (
        <span className="meta end">{t("revise.kept", { time: moment(edit.at) })}</span>
      ) : (
        newest && (
          <span className="meta end not-phone">{t("work.draft.keptOf", { label: newest.label, time: moment(newest.at) })}</span>
        )
      )}
    </div>
  );
}
