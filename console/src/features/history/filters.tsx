import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";

import type { HistoryChoices } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Disclosure } from "@/components/ui/disclosure";
import { formatShortDay } from "@/lib/dates";
import { useDesk } from "@/lib/desk";
import { useTitles } from "@/lib/use-titles";
import type { Words } from "@/lib/use-words";

import { Choice, Day, NumberField } from "./fields";
import styles from "./history.module.css";
import { subjectName } from "./subject";
import { useActionWords } from "./use-action-words";
import { EVERYTHING, isNarrowed, type View } from "./view";

interface Props {
  view: View;
  words: Words;
  choices: HistoryChoices | undefined;
  onChange: (change: Partial<View>) => void;
}

/** The filters of history. Choices and days apply at once, words while they are typed. */
export function Filters({ view, words, choices, onChange }: Props) {
  const { t } = useTranslation();
  const { queues } = useDesk();
  const titles = useTitles();
  const actionWords = useActionWords();
  const options = {
    person: (choices?.people ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
    kind: (choices?.kinds ?? []).map(({ name, title }) => ({ value: name, label: title })),
    queue: queues.filter((queue) => !queue.view).map(({ name }) => ({ value: name, label: titles.queue(name) })),
    action: (choices?.actions ?? [])
      .map((name) => ({ value: name, label: actionWords(name) }))
      .sort((one, other) => one.label.localeCompare(other.label)),
    outcome: (choices?.outcomes ?? []).map(({ name, title }) => ({ value: name, label: title })),
  };
  return (
    <div className={styles.filters} role="group" aria-label={t("history.filter.label")}>
      <form
        role="search"
        className={styles.find}
        onSubmit={(event) => {
          event.preventDefault();
          words.flush();
        }}
      >
        <input
          type="search"
          className="input"
          aria-label={t("history.filter.q")}
          placeholder={t("history.filter.q")}
          maxLength={200}
          value={words.typed}
          onChange={({ target }) => words.type(target.value)}
          onBlur={words.flush}
        />
      </form>
      <Choice
        name="person"
        value={view.person === null ? "" : String(view.person)}
        options={options.person}
        onChange={(value) => onChange({ person: value ? Number(value) : null })}
      />
      {(["action", "outcome", "queue", "kind"] as const).map((name) => (
        <Choice key={name} name={name} value={view[name]} options={options[name]} onChange={(value) => onChange({ [name]: value })} />
      ))}
      <Disclosure label={daysOf(view, t)} on={view.from !== "" || view.to !== ""}>
        <div className={styles.days}>
          <Day label={t("history.filter.from")} value={view.from} onChange={(from) => onChange({ from })} />
          <Day label={t("history.filter.to")} value={view.to} onChange={(to) => onChange({ to })} />
        </div>
      </Disclosure>
      <Disclosure label={itemOf(view, t)} on={view.subject !== "" || view.process !== null}>
        <div className={styles.days}>
          <NumberField
            label={t("history.filter.review")}
            value={Number(view.subject.split(":")[1]) || null}
            onChange={(id) => onChange({ subject: id === null ? "" : `review:${id}` })}
          />
          <NumberField label={t("history.filter.process")} value={view.process} onChange={(process) => onChange({ process })} />
        </div>
      </Disclosure>
      {isNarrowed(view) && (
        <Button
          size="s"
          tone="quiet"
          onClick={() => {
            words.empty();
            onChange(EVERYTHING);
          }}
        >
          {t("history.filter.clear")}
        </Button>
      )}
    </div>
  );
}

/** `1 Nov 2026 to 20 Nov 2026`, or what of it is chosen. */
function daysOf({ from, to }: View, t: TFunction): string {
  const say = (day: string) => (day ? formatShortDay(day) : "");
  if (from && to) return t("history.filter.between", { from: say(from), to: say(to) });
  if (from) return t("history.filter.after", { from: say(from) });
  if (to) return t("history.filter.before", { to: say(to) });
  return t("history.filter.days");
}

function itemOf({ subject, process }: View, t: TFunction): string {
  const [thing = "", id = ""] = subject.split(":");
  if (process !== null) return t("history.filter.ofProcess", { id: process });
  if (subject) return subjectName({ thing, id }, t);
  return t("history.filter.item");
}
