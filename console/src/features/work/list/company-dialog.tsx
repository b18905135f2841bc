import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { useTranslation } from "react-i18next";

import { answer, api } from "@/api/client";
import { ListPicker, type PickerOption } from "@/components/desk/list-picker";
import { Dialog } from "@/components/ui/dialog";
import { formatNumber } from "@/lib/dates";

const ALL = 0; // no company has this number

interface Props {
  queue: string;
  chosen: number | null;
  onChoose: (company: number | null) => void;
  onClose: () => void;
}

/** The companies with most items in a list, and any other by its name or number. */
export function CompanyDialog({ queue, chosen, onChoose, onClose }: Props) {
  const { t } = useTranslation();
  const [words, setWords] = useState("");
  const q = useDeferredValue(words.trim());
  const found = useQuery({
    queryKey: ["companies", queue, q],
    queryFn: ({ signal }) =>
      answer(api.GET("/api/queues/{queue}/companies", { params: { path: { queue }, query: { q } }, signal })),
    placeholderData: keepPreviousData,
  });
  const named = found.data?.map(({ id, name, open }): PickerOption<number> => ({
    id,
    content: (
      <>
        <bdi className="cut">{name}</bdi>
        <span className="end meta">{formatNumber(open)}</span>
      </>
    ),
  }));
  const all = { id: ALL, content: <span>{t("work.filter.allCompanies")}</span> };
  return (
    <Dialog title={t("work.filter.company")} onClose={onClose}>
      <ListPicker
        label={t("work.filter.companyLabel")}
        placeholder={t("work.filter.companyHint")}
        words={words}
        onWords={setWords}
        options={named && (q ? named : [all, ...named])}
        nothing={t("work.filter.noCompany")}
        chosen={chosen ?? ALL}
        onChoose={(id) => onChoose(id === ALL ? null : id)}
        error={found.isError && !found.data ? t("work.filter.companiesFailed") : undefined}
      />
    </Dialog>
  );
}
