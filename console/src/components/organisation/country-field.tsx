import { useTranslation } from "react-i18next";

import { SelectField } from "@/components/form/fields";

import { COUNTRIES } from "./countries";

/** The country of a company or a group; the value is its number as text. */
export function CountryField() {
  const { t } = useTranslation();
  return (
    <SelectField name="country" label={t("organisation.group.country")}>
      {COUNTRIES.map(({ number, name }) => (
        <option key={number} value={number}>
          {t(name)}
        </option>
      ))}
    </SelectField>
  );
}
