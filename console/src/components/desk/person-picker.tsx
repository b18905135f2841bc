import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { Colleague } from "@/api/types";
import { Avatar } from "@/components/ui/avatar";

import { ListPicker } from "./list-picker";
import { inOrder } from "./people-order";

interface Props {
  /** Undefined while they are on their way. */
  people: readonly Colleague[] | undefined;
  me: number;
  chosen: number | null;
  onChoose: (id: number) => void;
  /** The sentence that says what is wrong. */
  error?: string | undefined;
}

/** One colleague by name. Who is off duty cannot be chosen. */
export function PersonPicker({ people, me, chosen, onChoose, error }: Props) {
  const { t } = useTranslation();
  const [words, setWords] = useState("");
  const options = people && inOrder(people, words, me).map(({ id, name, on_duty: onDuty }) => ({
    id,
    disabled: !onDuty,
    content: (
      <>
        <Avatar name={name} me={id === me} />
        <bdi className="cut">{id === me ? t("people.picker.me", { name }) : name}</bdi>
        <span className="end" />
        {!onDuty && <span className="meta">{t("people.picker.offDuty")}</span>}
      </>
    ),
  }));
  return (
    <ListPicker
      label={t("people.picker.label")}
      placeholder={t("people.picker.hint")}
      words={words}
      onWords={setWords}
      options={options}
      nothing={t("people.picker.nobody")}
      chosen={chosen}
      onChoose={onChoose}
      error={error}
    />
  );
}
