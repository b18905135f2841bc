import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { Colleague } from "@/api/types";
import { Avatar } from "@/components/ui/avatar";
import { formatNumber } from "@/lib/dates";

import { inOrder } from "./people-order";
import { Picker } from "./picker";

interface Props {
  /** Undefined while loading. */
  people: readonly Colleague[] | undefined;
  me: number;
  chosen: number | null;
  onChoose: (id: number) => void;
  /** The sentence of the error. */
  error?: string | undefined;
}

/** Picks a colleague by name. Colleagues who are off duty cannot be picked. */
export function PersonPicker({ people, me, chosen, onChoose, error }: Props) {
  const { t } = useTranslation();
  const [words, setWords] = useState("");
  const options = people && inOrder(people, words, me).map(({ id, name, on_duty: onDuty, load }) => ({
    id,
    disabled: !onDuty,
    content: (
      <>
        <Avatar name={name} me={id === me} />
        <bdi className="cut">{id === me ? t("people.picker.me", { name }) : name}</bdi>
        <span className="end" />
        {load && <PersonLoad {...load} />}
        {!onDuty && <span className="meta">{t("people.picker.offDuty")}</span>}
      </>
    ),
  }));
  return (
    <Picker
      texts={{ label: t("people.picker.label"), placeholder: t("people.picker.hint"), nothing: t("people.picker.nobody") }}
      search={{ text: words, onType: setWords }}
      options={options}
      chosen={chosen}
      onChoose={onChoose}
      required
      error={error}
    />
  );
}

/** The work that a person has now. */
function PersonLoad({ held, assigned, overdue }: NonNullable<Colleague["load"]>) {
  const { t } = useTranslation();
  const has = { held: formatNumber(held), assigned: formatNumber(assigned) };
  return (
    <span className="meta">
      {held + assigned > 0 ? t("people.figures.has", has) : t("people.picker.noItems")}
      {overdue > 0 && <span className="sla-over"> · {t("people.figures.overdue", { count: overdue })}</span>}
    </span>
  );
}
