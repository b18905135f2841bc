import { useQuery } from "@tanstack/react-query";
import { Star } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { read } from "@/api/queries";
import type { Category } from "@/api/types";
import { Picker } from "@/components/picker/picker";
import { Icon } from "@/components/ui/icon";

interface Props {
  chosen: number;
  onChoose: (id: number) => void;
  error: string | undefined;
}

/** Picks a category by its id or by its name; those that this account has marked come first. */
export function CategoryPicker({ chosen, onChoose, error }: Props) {
  const { t } = useTranslation();
  const [words, setWords] = useState("");
  const { data, isError } = useQuery(read("/api/categories"));
  // a list that failed to load is an empty one (spec, section 7)
  const categories = data?.categories ?? (isError ? [] : undefined);
  const options = categories?.filter((category) => isNamed(category, words)).map((category) => ({
    id: category.id,
    group: t(category.favourite ? "organisation.newCompany.favourites" : "organisation.newCompany.others"),
    content: (
      <>
        <span className="cut">{t("organisation.newCompany.option", category)}</span>
        <span className="end" />
        {category.favourite && (
          <span className="meta row">
            <Icon of={Star} /> {t("organisation.newCompany.favourite")}
          </span>
        )}
      </>
    ),
  }));
  return (
    <Picker
      texts={{
        label: t("organisation.newCompany.category"),
        placeholder: t("organisation.newCompany.placeholder"),
        nothing: t(categories?.length ? "organisation.newCompany.nothing" : "organisation.newCompany.listFailed"),
      }}
      search={{ text: words, onType: setWords }}
      options={options}
      chosen={chosen}
      onChoose={onChoose}
      error={error}
    />
  );
}

/** By the beginning of the id, or by words of the name. */
function isNamed({ id, name }: Category, words: string): boolean {
  const wanted = words.trim().toLowerCase();
  return String(id).startsWith(wanted) || wanted.split(/\s+/).every((word) => name.toLowerCase().includes(word));
}
