import { useTranslation } from "react-i18next";

import { LineField, SelectField, TextField } from "@/components/form/fields";

import { CATEGORIES } from "./choices";

/** The fields of a tag that people fill in. */
export function TagFields() {
  const { t } = useTranslation();
  return (
    <>
      <LineField name="name" label={t("tags.name")} maxLength={200} autoFocus />
      <SelectField name="category" label={t("tags.category")}>
        {CATEGORIES.map((name) => (
          <option key={name} value={name}>
            {t(`tags.categories.${name}`)}
          </option>
        ))}
      </SelectField>
      <TextField name="description" label={t("tags.description")} maxLength={2_000} />
    </>
  );
}
