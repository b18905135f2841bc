import { useTranslation } from "react-i18next";

import { ShareFilter } from "./share-filter";

interface Props {
  queue: string;
  person: number | null;
  /** The person's name, if known. */
  name: string | undefined;
  onChange: (person: number | null) => void;
}

/** Filters the list by one person who has items in it, found by name. */
export function PersonFilter({ queue, person, name, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <ShareFilter
      words={{
        title: t("people.filter.person"),
        label: t("people.filter.label"),
        hint: t("people.picker.hint"),
        all: t("people.filter.everybody"),
        none: t("people.filter.none"),
        failed: t("people.filter.failed"),
      }}
      path="/api/queues/{queue}/people"
      queue={queue}
      shown={person === null ? null : (name ?? t("people.filter.number", { id: person }))}
      chosen={person}
      onChoose={onChange}
    />
  );
}
