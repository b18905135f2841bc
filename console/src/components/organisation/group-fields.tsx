import { useTranslation } from "react-i18next";

import { LineField, SelectField } from "@/components/form/fields";

import { CountryField } from "./country-field";

/** The fields of a group, in the order of spec, section 2. */
export function GroupFields() {
  const { t } = useTranslation();
  return (
    <>
      <LineField name="name" label={t("organisation.group.name")} maxLength={300} autoFocus />
      <LineField name="slug" label={t("organisation.group.slug")} hint={t("organisation.group.slugHint")} maxLength={300} />
      <SelectField name="internal" label={t("organisation.group.internal")}>
        <option value="false">{t("organisation.no")}</option>
        <option value="true">{t("organisation.yes")}</option>
      </SelectField>
      <CountryField />
    </>
  );
}
