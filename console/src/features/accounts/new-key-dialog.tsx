import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";

import type { Account, AccountKey } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { LineField } from "@/components/form/fields";
import { FormDialog } from "@/components/form/form-dialog";
import { useFormWithValues } from "@/components/form/use-form-with-draft";
import { RequiredMark } from "@/components/ui/field-label";

import { KEYS, type NewKey, postKey } from "./calls";

type Scope = AccountKey["scopes"][number];
const BLANK = { name: "" };
const forget = () => undefined;

interface Props {
  account: Account;
  /** The scopes that the person may grant. */
  scopes: readonly Scope[];
  /** Receives the key, which is shown once. */
  onCreated: (key: string) => void;
  onClose: () => void;
}

/** Creates an API key for an account. */
export function NewKeyDialog({ account, scopes, onCreated, onClose }: Props) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<readonly Scope[]>([]);
  const { run, refusal } = useCommand({
    name: `create key ${account.id}`,
    send: (body: NewKey, key) => postKey(account.id, body, key),
    refreshes: KEYS,
    says: () => t("accounts.keys.created"),
  });
  const schema = useMemo(() => z.object({ name: z.string().trim().min(1, t("accounts.keys.nameMissing")) }), [t]);
  const form = useFormWithValues({ values: BLANK, type: forget, discard: forget, schema, refusal });
  const missing = form.methods.formState.isSubmitted && chosen.length === 0;
  const submit = async ({ name }: typeof BLANK) => {
    if (chosen.length === 0) return;
    const sent = await run({ name, scopes: [...chosen] });
    if (sent.state !== "done") return;
    onClose();
    onCreated(sent.result.key);
  };
  return (
    <FormDialog
      words={{ title: t("accounts.keys.addTitle"), action: t("accounts.keys.add") }}
      of={form}
      refused={missing ? t("accounts.keys.scopeMissing") : refusal === null ? null : t("accounts.keys.notCreated")}
      onSubmit={submit}
      onClose={onClose}
    >
      <LineField name="name" label={t("accounts.keys.name")} maxLength={200} autoFocus />
      <fieldset className="field">
        <legend>
          {t("accounts.keys.scopes")} <RequiredMark />
        </legend>
        {scopes.map((scope) => (
          <label key={scope} className="check">
            <input
              type="checkbox"
              checked={chosen.includes(scope)}
              onChange={({ target }) =>
                setChosen(target.checked ? [...chosen, scope] : chosen.filter((other) => other !== scope))
              }
            />
            <span>{t(`accounts.keys.scope.${scope}`)}</span>
          </label>
        ))}
      </fieldset>
    </FormDialog>
  );
}
