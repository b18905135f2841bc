import { useFormContext, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";

import { LineField, SelectField } from "@/components/form/fields";

import { CountryField } from "./country-field";
import type { EditedGroup } from "./group-form";

/** The fields of a new group, in the order of spec, section 2. */
export function GroupFields() {
  const { t } = useTranslation();
  return (
    <>
      <NameField />
      <LineField name="slug" label={t("organisation.group.slug")} hint={t("organisation.group.slugHint")} maxLength={300} />
      <Others />
    </>
  );
}

/** The fields of an existing group. Only a group with an RPP page has a slug, and it must have one. */
export function EditedGroupFields() {
  const { t } = useTranslation();
  const { register, control } = useFormContext<EditedGroup>();
  const hasPage = useWatch({ control, name: "rpp_page" });
  return (
    <>
      <NameField />
      <label className="check">
        <input type="checkbox" {...register("rpp_page")} />
        <span>{t("organisation.group.rppPage")}</span>
      </label>
      {hasPage && (
        <LineField name="slug" label={t("organisation.group.slug")} hint={t("organisation.group.pageSlugHint")} maxLength={300} />
      )}
      <Others />
    </>
  );
}

function NameField() {
  const { t } = useTranslation();
  return <LineField name="name" label={t("organisation.group.name")} maxLength={300} autoFocus />;
}

function Others() {
  const { t } = useTranslation();
  return (
    <>
      <SelectField name="internal" label={t("organisation.group.internal")}>
        <option value="false">{t("organisation.no")}</option>
        <option value="true">{t("organisation.yes")}</option>
      </SelectField>
      <CountryField />
    </>
  );
}
