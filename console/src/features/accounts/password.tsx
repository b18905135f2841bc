import type { TFunction } from "i18next";
import { useId, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";

import type { Account } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { LineField } from "@/components/form/fields";
import { Form } from "@/components/form/form";
import { useFormWithValues } from "@/components/form/use-form-with-draft";
import { SecretDialog } from "@/components/organisation/secret-dialog";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { Allowed } from "@/lib/permissions";
import { useDesk } from "@/lib/desk";

import styles from "./accounts.module.css";
import { ACCOUNTS, postLink, putPassword } from "./calls";

const BLANK = { password: "", again: "" };
const MIN_LENGTH = 8; // spec, section 9
const forget = () => undefined;

/** Sets a new password, typed twice, or creates a link with which the person sets it. */
export function Password({ account }: { account: Account }) {
  return (
    <>
      <NewPassword account={account} />
      {!account.own && (
        <Allowed permission="users">
          <PasswordLink account={account} />
        </Allowed>
      )}
    </>
  );
}

function NewPassword({ account }: { account: Account }) {
  const { t } = useTranslation();
  const title = useId();
  const { run, busy, refusal } = useCommand({
    name: `password ${account.id}`,
    send: ({ password }: typeof BLANK) => putPassword(account.id, password),
    refreshes: ACCOUNTS,
    says: () => t("accounts.password.saved"),
  });
  const schema = useMemo(() => schemaIn(t), [t]);
  const form = useFormWithValues({ values: BLANK, type: forget, discard: forget, schema, refusal });
  const submit = async (values: typeof BLANK) => {
    if ((await run(values)).state === "done") form.methods.reset(BLANK);
  };
  return (
    <section className="card" aria-labelledby={title}>
      <div className="card-head">
        <h2 id={title}>{t("accounts.password.title")}</h2>
      </div>
      <div className="card-body">
        <Form of={form} className={`form ${styles.form}`} label={t("accounts.password.title")} onSubmit={submit}>
          <p className="soft">{t("accounts.password.text")}</p>
          {refusal !== null && (
            <Notice tone="danger" alert>
              {t("accounts.password.failed")}
            </Notice>
          )}
          <LineField name="password" label={t("accounts.password.fresh")} type="password" maxLength={1_000} />
          <LineField name="again" label={t("accounts.password.again")} type="password" maxLength={1_000} />
          <div>
            <Button type="submit" tone="primary" busy={busy} disabled={!account.may_edit}>
              {t("accounts.password.save")}
            </Button>
          </div>
        </Form>
      </div>
    </section>
  );
}

function PasswordLink({ account }: { account: Account }) {
  const { t } = useTranslation();
  const title = useId();
  const [link, setLink] = useState<string | null>(null);
  const { mail } = useDesk();
  const { run, busy, refusal } = useCommand({
    name: `link ${account.id}`,
    send: (send: boolean, key) => postLink(account.id, send, key),
    refreshes: ["/api/audit/{kind}/{subject_id}"],
    says: ({ link: shown }, send) => (send && shown === null ? t("accounts.password.mailed", { email: account.email }) : null),
  });
  const make = async (send: boolean) => {
    const sent = await run(send);
    if (sent.state === "done") setLink(sent.result.link);
  };
  const disabled = !account.may_edit || !account.active;
  return (
    <section className="card" aria-labelledby={title}>
      <div className="card-head">
        <h2 id={title}>{t("accounts.password.linkTitle")}</h2>
      </div>
      <div className="card-body stack">
        <p className="soft">{t("accounts.password.linkText")}</p>
        {!mail && <p>{t("accounts.noMail")}</p>}
        {refusal !== null && (
          <Notice tone="danger" alert>
            {t("accounts.password.linkFailed")}
          </Notice>
        )}
        <div className="row">
          {mail && (
            <Button busy={busy} disabled={disabled} onClick={() => void make(true)}>
              {t("accounts.password.mail")}
            </Button>
          )}
          <Button tone={mail ? "quiet" : undefined} busy={busy} disabled={disabled} onClick={() => void make(false)}>
            {t("accounts.password.show")}
          </Button>
        </div>
      </div>
      {link !== null && (
        <SecretDialog
          words={{
            title: t("accounts.link.title"),
            text: t("accounts.link.text", { name: account.name.full }),
            label: t("accounts.link.label"),
          }}
          secret={link}
          onClose={() => setLink(null)}
        />
      )}
    </section>
  );
}

const schemaIn = (t: TFunction) =>
  z
    .object({
      password: z
        .string()
        .min(MIN_LENGTH, t("accounts.password.short"))
        .refine((text) => /\p{Ll}/u.test(text) && /\p{Lu}/u.test(text), t("accounts.password.cases")),
      again: z.string().min(1, t("work.form.fill")),
    })
    .refine(({ password, again }) => password === again, { path: ["again"], message: t("accounts.password.differ") });
