import "./words";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { read } from "@/api/queries";
import type { CompanyRow } from "@/api/types";
import { Picker } from "@/components/picker/picker";
import { useWords } from "@/lib/use-words";

interface Props {
  chosen: CompanyRow | null;
  onChoose: (company: CompanyRow | null) => void;
  required?: boolean;
  error?: string | undefined;
}

/** Picks a company by its id, or by a search over names and postcodes. */
export function CompanyPicker({ chosen, onChoose, required, error }: Props) {
  const { t } = useTranslation();
  const [q, setQ] = useState("");
  const words = useWords(q, setQ);
  const found = useQuery({
    ...read("/api/companies", { query: { q, limit: 20 } }),
    placeholderData: keepPreviousData,
    enabled: q !== "",
  });
  const rows = q === "" || found.isError ? [] : found.data?.items;
  return (
    <Picker
      texts={{
        label: t("organisation.members.find"),
        placeholder: t("organisation.members.findHint"),
        // the empty field already says what to type
        nothing: q === "" ? "" : t(found.isError ? "organisation.members.findFailed" : "organisation.members.nothing"),
      }}
      search={{ text: words.typed, onType: words.type }}
      options={rows?.map((company) => ({
        id: company.id,
        content: (
          <>
            <bdi className="cut">{company.name}</bdi>
            <span className="end" />
            <span className="meta">{[company.id, company.postcode].filter(Boolean).join(" · ")}</span>
          </>
        ),
      }))}
      chosen={chosen?.id ?? null}
      onChoose={(id) => onChoose(rows?.find((company) => company.id === id) ?? null)}
      required={required}
      error={error}
    />
  );
}
