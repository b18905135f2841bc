import { useQueryClient } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { useId, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";

import { read } from "@/api/queries";
import type { Account } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { LineField, SelectField } from "@/components/form/fields";
import { Form } from "@/components/form/form";
import { SaveFoot } from "@/components/form/save-foot";
import { useFormWithDraft } from "@/components/form/use-form-with-draft";
import { COUNTRIES } from "@/components/organisation/countries";
import { withEmailTaken } from "@/components/organisation/with-email-taken";
import { Notice } from "@/components/ui/notice";
import { useMe } from "@/features/session/use-me";
import { draftKey } from "@/lib/drafts";
import { useCan } from "@/lib/permissions";

import styles from "./accounts.module.css";
import { ACCOUNTS, patchAccount } from "./calls";

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/; // catches obvious omissions; the server decides

/** The profile of an account, edited in place. What is typed is stored in this browser until it is saved. */
export function Profile({ account, title }: { account: Account; title: string }) {
  const { t } = useTranslation();
  const id = useId();
  const client = useQueryClient();
  const me = useMe();
  const manages = useCan()("users");
  const { run, busy, refusal } = useCommand({
    name: `account ${account.id}`,
    send: ({ country, ...changes }: Partial<Values>) =>
      patchAccount(account.id, { ...changes, ...(country !== undefined && { country: Number(country) || null }) }),
    refreshes: account.own ? [...ACCOUNTS, "/api/user/me"] : ACCOUNTS,
    says: () => t("accounts.profile.saved"),
    done: (stored) => void client.setQueryData(read("/api/user/{user_id}", { path: { user_id: account.id } }).queryKey, stored),
  });
  const schema = useMemo(() => schemaIn(t), [t]);
  const values = useMemo(() => valuesOf(account), [account]);
  const named = useMemo(() => withEmailTaken(refusal, t), [refusal, t]);
  const form = useFormWithDraft({ draft: draftKey(me.id, `account.${account.id}`), blank: values, schema, refusal: named });
  const submit = async (_: Values, changed: Partial<Values>) => {
    if (form.isChanged && (await run(changed)).state === "done") form.discard();
  };
  return (
    <section className="card" aria-labelledby={id}>
      <div className="card-head">
        <h2 id={id}>{title}</h2>
      </div>
      <div className="card-body">
        <Form of={form} id={`${id}-form`} className={`form form-2 ${styles.form}`} label={title} onSubmit={submit}>
          {refusal !== null && (
            <div className="wide">
              <Notice tone="danger" alert>
                {t("accounts.profile.failed")}
              </Notice>
            </div>
          )}
          <LineField name="first_name" label={t("accounts.create.first")} maxLength={100} />
          <LineField name="last_name" label={t("accounts.create.last")} maxLength={100} />
          <LineField name="job_title" label={t("accounts.profile.job")} maxLength={100} />
          <LineField
            name="email_address"
            label={t("accounts.create.email")}
            type="email"
            maxLength={254}
            fixed={!manages}
            hint={manages ? undefined : t("accounts.profile.fixedEmail")}
          />
          <LineField name="mobile_phone" label={t("accounts.profile.mobile")} type="tel" maxLength={40} />
          <LineField name="landline_phone" label={t("accounts.profile.landline")} type="tel" maxLength={40} />
          <SelectField name="country" label={t("accounts.profile.country")}>
            <option value="">{t("accounts.profile.noCountry")}</option>
            {COUNTRIES.map(({ number, name }) => (
              <option key={number} value={number}>
                {number === IRELAND ? t("accounts.profile.republic") : t(name)}
              </option>
            ))}
          </SelectField>
        </Form>
      </div>
      <SaveFoot form={`${id}-form`} tone="primary" busy={busy} changed={form.isChanged} disabled={!account.may_edit}>
        {t("accounts.profile.save")}
      </SaveFoot>
    </section>
  );
}

const IRELAND = 2; // for an account, this country is called "Republic of Ireland" (spec, section 3)

const schemaIn = (t: TFunction) =>
  z.object({
    first_name: z.string().trim().min(1, t("accounts.create.firstMissing")),
    last_name: z.string().trim(),
    job_title: z.string().trim(),
    email_address: z.string().trim().regex(EMAIL, t("accounts.create.invalidEmail")),
    mobile_phone: z.string().trim(),
    landline_phone: z.string().trim(),
    country: z.string(),
  });
type Values = z.infer<ReturnType<typeof schemaIn>>;

const valuesOf = (account: Account): Values => ({
  first_name: account.first_name,
  last_name: account.last_name,
  job_title: account.job_title,
  email_address: account.email_address,
  mobile_phone: account.mobile_phone,
  landline_phone: account.landline_phone,
  country: String(account.country ?? ""),
});
