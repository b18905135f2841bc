import { KeyRound, Plus } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";

import { ApiError } from "@/api/error";
import type { Factors } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { ConfirmDialog } from "@/components/desk/confirm-dialog";
import { ActionDialog } from "@/components/ui/action-dialog";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { Notice } from "@/components/ui/notice";
import { formatDay } from "@/lib/dates";
import { hasPasskeys } from "@/lib/passkeys";
import { useShortMoment } from "@/lib/use-moment";

import { addPasskey, deletePasskey, FACTORS } from "./calls";
import styles from "./factors.module.css";

type Passkey = Factors["passkeys"][number];

interface Props {
  facts: Factors;
  /** Receives the recovery codes that were made; none if the account has some. */
  onCodes: (codes: readonly string[]) => void;
}

/** Passkeys: made by the browser, removed one by one. */
export function Passkeys({ facts: { passkeys, offers_passkeys: offered }, onCodes }: Props) {
  const { t } = useTranslation();
  const title = useId();
  const momentOf = useShortMoment(true);
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Passkey | null>(null);
  const { run } = useCommand({
    name: "remove passkey",
    send: (id: number) => deletePasskey(id),
    refreshes: FACTORS,
    says: () => t("factors.passkeys.removed"),
  });
  const remove = async ({ id }: Passkey) => {
    const sent = await run(id);
    if (sent.state !== "refused") return null;
    const isLast = sent.error instanceof ApiError && sent.error.code === "last_factor_required";
    return t(isLast ? "factors.passkeys.last" : "factors.passkeys.notRemoved");
  };
  const can = hasPasskeys();
  return (
    <section className="card" aria-labelledby={title}>
      <div className="card-head">
        <h2 id={title}>{t("factors.passkeys.title")}</h2>
        <span className="end" />
        {offered && can && (
          <Button size="s" icon={Plus} onClick={() => setAdding(true)}>
            {t("factors.passkeys.add")}
          </Button>
        )}
      </div>
      <div className="card-body stack">
        <p className="soft">{t("factors.passkeys.text")}</p>
        {!can && <Notice tone="info">{t("factors.passkeys.noBrowser")}</Notice>}
        {passkeys.length === 0 ? (
          <p>{t("factors.passkeys.empty")}</p>
        ) : (
          <ul className={styles.keys}>
            {passkeys.map((passkey) => (
              <li key={passkey.id}>
                <div>
                  <p className="row">
                    <Icon of={KeyRound} />
                    <bdi className="strong">{passkey.name}</bdi>
                  </p>
                  <p className="meta">
                    {t("factors.passkeys.made", { day: formatDay(passkey.created) })},{" "}
                    {passkey.last_used ? t("factors.passkeys.used", { moment: momentOf(passkey.last_used) }) : t("factors.passkeys.unused")}
                  </p>
                </div>
                <Button tone="quiet" size="s" aria-label={t("factors.passkeys.removeNamed", { name: passkey.name })} onClick={() => setRemoving(passkey)}>
                  {t("factors.passkeys.remove")}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </div>
      {adding && (
        <AddDialog
          onDone={(codes) => {
            setAdding(false);
            onCodes(codes);
          }}
          onClose={() => setAdding(false)}
        />
      )}
      {removing && (
        <ConfirmDialog
          danger
          title={t("factors.passkeys.removeTitle")}
          confirm={t("factors.passkeys.remove")}
          onConfirm={() => remove(removing)}
          onClose={() => setRemoving(null)}
        >
          {t("factors.passkeys.removeText", { name: removing.name })}
        </ConfirmDialog>
      )}
    </section>
  );
}

function AddDialog({ onDone, onClose }: { onDone: (codes: readonly string[]) => void; onClose: () => void }) {
  const { t } = useTranslation();
  const [name, setName] = useState("");
  const [missing, setMissing] = useState(false);
  const { run, busy, refusal } = useCommand({
    name: "add passkey",
    send: (given: string) => addPasskey(given),
    tries: 1, // a second attempt would ask the person for another passkey
    refreshes: FACTORS,
    says: () => t("factors.passkeys.added"),
  });
  const submit = async () => {
    setMissing(!name.trim());
    if (!name.trim()) return;
    const sent = await run(name.trim());
    if (sent.state === "done") onDone(sent.result.recovery_codes);
  };
  const tooMany = refusal instanceof ApiError && refusal.code === "too_many_passkeys";
  return (
    <ActionDialog
      words={{ title: t("factors.passkeys.addTitle"), description: t("factors.passkeys.addText"), action: t("factors.passkeys.add") }}
      busy={busy}
      refused={refusal === null ? null : t(tooMany ? "factors.passkeys.tooMany" : "factors.passkeys.notAdded")}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Field label={t("factors.passkeys.name")} required error={missing ? t("factors.passkeys.nameMissing") : undefined}>
        {(control) => (
          <input {...control} className="input" name="name" maxLength={60} dir="auto" value={name} data-first onChange={({ target }) => setName(target.value)} />
        )}
      </Field>
    </ActionDialog>
  );
}
