import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";

import { answer, api } from "@/api/client";
import { ApiError } from "@/api/error";
import { read } from "@/api/queries";
import type { operations } from "@/api/schema";
import type { CompanyReport } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { LineField, SelectField } from "@/components/form/fields";
import { FormDialog } from "@/components/form/form-dialog";
import { useFormWithDraft } from "@/components/form/use-form-with-draft";
import { CountryField } from "@/components/organisation/country-field";
import { useMe } from "@/features/session/use-me";
import { draftKey } from "@/lib/drafts";
import { useQuery } from "@tanstack/react-query";

const MIN_NAME_LENGTH = 2; // spec, section 9

interface Props {
  company: CompanyReport;
  onClose: () => void;
}

/** Edits the facts of a company. What is typed is stored in this browser until it is saved. */
export function EditDialog({ company, onClose }: Props) {
  const { t } = useTranslation();
  const me = useMe();
  const { run, refusal } = useCommand({
    name: `company ${company.id}`,
    send: (changed: Partial<Values>) =>
      answer(api.PATCH("/api/company/{company_id}", { params: { path: { company_id: company.id } }, body: bodyOf(changed) })),
    refreshes: ["/api/company/{company_id}", "/api/companies", "/api/audit/{kind}/{subject_id}"],
    says: () => t("organisation.company.saved"),
  });
  const schema = useMemo(() => schemaIn(t), [t]);
  const blank = useMemo(() => valuesOf(company), [company]);
  const named = useMemo(() => withIdTaken(refusal, t), [refusal, t]);
  const form = useFormWithDraft({ draft: draftKey(me.id, `company.${company.id}`), blank, schema, refusal: named });
  const submit = async (_: Values, changed: Partial<Values>) => {
    if ((await run(changed)).state !== "done") return;
    form.discard();
    onClose();
  };
  const words = { title: t("organisation.company.editTitle"), action: t("common.save") };
  return (
    <FormDialog
      words={words}
      look="wide"
      of={form}
      refused={refusal === null ? null : t("organisation.company.notSaved")}
      onSubmit={submit}
      onClose={onClose}
    >
      <LineField name="name" label={t("organisation.company.name")} maxLength={300} autoFocus />
      <CategoryField />
      <CountryField />
      <SelectField name="status" label={t("organisation.company.status")} hint={t("organisation.company.closedHint")}>
        {(["open", "closed"] as const).map((status) => (
          <option key={status} value={status}>
            {t(`organisation.company.statuses.${status}`)}
          </option>
        ))}
      </SelectField>
      <LineField name="hsone_id" label={t("organisation.company.hsoneId")} maxLength={64} />
      <LineField name="slug" label={t("organisation.company.slug")} maxLength={300} />
      <LineField name="address" label={t("organisation.company.address")} maxLength={500} />
      <LineField name="postcode" label={t("organisation.company.postcode")} maxLength={16} />
      <LineField name="phone" label={t("organisation.company.phone")} type="tel" maxLength={40} />
      <LineField name="website" label={t("organisation.company.website")} hint={t("organisation.company.websiteHint")} type="url" maxLength={500} />
      <label className="check wide">
        <input type="checkbox" {...form.methods.register("checks_testimonials")} />
        <span>{t("organisation.company.checksTestimonials")}</span>
      </label>
    </FormDialog>
  );
}

function CategoryField() {
  const { t } = useTranslation();
  const { data } = useQuery(read("/api/categories"));
  return (
    <SelectField name="category" label={t("organisation.company.category")}>
      <option value="">{t("organisation.company.none")}</option>
      {data?.categories.map(({ id, name }) => (
        <option key={id} value={id}>
          {t("organisation.newCompany.option", { id, name })}
        </option>
      ))}
    </SelectField>
  );
}

const schemaIn = (t: TFunction) =>
  z.object({
    name: z.string().trim().min(MIN_NAME_LENGTH, t("organisation.company.nameMissing")),
    category: z.string(),
    country: z.string(),
    status: z.enum(["open", "closed"]),
    hsone_id: z.string().trim(),
    slug: z.string().trim(),
    address: z.string().trim(),
    postcode: z.string().trim(),
    phone: z.string().trim(),
    website: z.union([z.literal(""), z.url({ protocol: /^https?$/ })], t("organisation.company.invalidUrl")),
    checks_testimonials: z.boolean(),
  });
type Values = z.infer<ReturnType<typeof schemaIn>>;

const valuesOf = ({ name, category, country, status, hsone_id, slug, address, postcode, phone, website, checks_testimonials }: CompanyReport): Values => ({
  name,
  category: category ? String(category.id) : "",
  country: String(country),
  status,
  hsone_id: hsone_id ?? "",
  slug,
  address,
  postcode,
  phone,
  website,
  checks_testimonials,
});

type WholeCompany = operations["changeCompany"]["requestBody"]["content"]["application/json"];

/** The body of the call: only the changed values. The server accepts no empty category. */
function bodyOf({ category, ...changed }: Partial<Values>): WholeCompany {
  const body: Partial<WholeCompany> = { ...changed, ...(category && { category: Number(category) }) };
  return body as WholeCompany;
}

/** Puts the server's refusal of an HSOne id at its field. */
function withIdTaken(refusal: unknown, t: TFunction): unknown {
  const taken = refusal instanceof ApiError && refusal.code === "hsone_id_taken";
  return taken ? { fields: { hsone_id: [t("organisation.company.idTaken")] } } : refusal;
}
