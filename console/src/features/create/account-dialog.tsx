import { useQuery } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { useMemo, useState } from "react";
import { useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { z } from "zod";

import { read } from "@/api/queries";
import type { AccessLevel } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { ConfirmDialog } from "@/components/desk/confirm-dialog";
import { LineField, SelectField } from "@/components/form/fields";
import { FormDialog } from "@/components/form/form-dialog";
import { useFormWithValues } from "@/components/form/use-form-with-draft";
import { withEmailTaken } from "@/components/organisation/with-email-taken";
import { notifyFailure } from "@/lib/notifications";
import { useIsShown, useNavigateIfShown } from "@/lib/use-is-shown";
import { useDesk } from "@/lib/desk";

import { type NewAccount, postAccount } from "./calls";
import { ErrorPopup } from "./error-popup";

const BLANK = { first_name: "", last_name: "", email_address: "", access_level: "", send_details: true };
const forget = () => undefined;
const STAFF: AccessLevel = "ADMIN";

/** The link with which a new account's password is set, shown to its creator if it was not mailed. */
export interface HandedOver {
  link: string;
  name: string;
}

interface Props {
  /** Called instead of `onClose` if the link was not mailed. */
  onLink: (link: HandedOver) => void;
  onClose: () => void;
}

/**
 * Creates a user account. A failure is shown in a popup, and the dialog keeps the typed values. {product} Staff are
 * created after the same confirmation that a promotion asks for.
 */
export function AccountDialog({ onLink, onClose }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigateIfShown();
  const isShown = useIsShown();
  const [failed, setFailed] = useState(false);
  const [asked, setAsked] = useState<typeof BLANK | null>(null);
  const { run, refusal } = useCommand({
    name: "create account",
    send: (account: NewAccount, key) => postAccount(account, key),
    refreshes: ["/api/users"],
    says: () => t("accounts.create.done"),
  });
  const schema = useMemo(() => schemaIn(t), [t]);
  const named = useMemo(() => withEmailTaken(refusal, t), [refusal, t]);
  const form = useFormWithValues({ values: BLANK, type: forget, discard: forget, schema, refusal: named });
  const nameOf = ({ first_name: first, last_name: last }: Pick<typeof BLANK, "first_name" | "last_name">) => `${first} ${last}`.trim();
  const create = async ({ access_level, ...account }: typeof BLANK) => {
    const sent = await run({ ...account, access_level: access_level as AccessLevel });
    if (sent.state === "refused" && isShown()) setFailed(true);
    else if (sent.state === "refused") notifyFailure(t("accounts.create.failed"));
    if (sent.state !== "done") return;
    const { path, link } = sent.result;
    if (link === null) onClose();
    else onLink({ link, name: nameOf(account) });
    if (path) await navigate(path);
  };
  const submit = (values: typeof BLANK) => (values.access_level === STAFF ? setAsked(values) : create(values));
  const words = { title: t("accounts.create.title"), action: t("accounts.create.action") };
  return (
    <>
      <FormDialog words={words} of={form} onSubmit={submit} onClose={onClose}>
        <LineField name="first_name" label={t("accounts.create.first")} maxLength={100} autoFocus />
        <LineField name="last_name" label={t("accounts.create.last")} maxLength={100} />
        <LineField name="email_address" label={t("accounts.create.email")} type="email" maxLength={254} />
        <LevelField />
        <SendField />
      </FormDialog>
      {asked && (
        <ConfirmDialog
          title={t("accounts.rights.care.staff.title", { name: nameOf(asked) })}
          confirm={t("accounts.rights.care.staff.confirm")}
          onConfirm={async () => {
            await create(asked);
            return null; // the refusal is shown in the popup
          }}
          onClose={() => setAsked(null)}
        >
          {t("accounts.rights.care.staff.text", { name: nameOf(asked) })}
        </ConfirmDialog>
      )}
      {failed && <ErrorPopup text={t("accounts.create.failed")} reason={form.refused.sentences} onClose={() => setFailed(false)} />}
    </>
  );
}

/**
 * Only the levels that the person may grant, each with its meaning. None is preselected, so that a forgotten choice
 * shows.
 */
function LevelField() {
  const { t } = useTranslation();
  const { watch } = useFormContext<typeof BLANK>();
  const levels = useQuery(read("/api/access-levels"));
  const chosen = watch("access_level") as AccessLevel | "";
  const says = chosen ? t(`accounts.levels.${chosen}.says`) : undefined;
  return (
    <SelectField
      name="access_level"
      label={t("accounts.create.level")}
      hint={levels.isError ? t("accounts.create.levelsFailed") : says}
    >
      {!chosen && <option value="">{t("accounts.create.levelNone")}</option>}
      {levels.data?.levels.map(({ level }) => (
        <option key={level} value={level}>
          {t(`accounts.levels.${level}.name`)}
        </option>
      ))}
    </SelectField>
  );
}

function SendField() {
  const { t } = useTranslation();
  const { register } = useFormContext<typeof BLANK>();
  const { mail } = useDesk();
  if (!mail) return <p className="soft">{t("accounts.noMail")}</p>;
  return (
    <label className="check">
      <input type="checkbox" {...register("send_details")} />
      <span>{t("accounts.create.send")}</span>
    </label>
  );
}

const schemaIn = (t: TFunction) =>
  z.object({
    first_name: z.string().trim().min(1, t("accounts.create.firstMissing")),
    last_name: z.string().trim(),
    email_address: z
      .string()
      .trim()
      .regex(/^[^\s@]+@[^\s@]+$/, t("accounts.create.invalidEmail")),
    access_level: z.string().min(1, t("accounts.create.levelMissing")),
    send_details: z.boolean(),
  });
