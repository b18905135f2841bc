import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { Fragment, Suspense, useId, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { ApiError } from "@/api/error";
import { read, refresh } from "@/api/queries";
import type { AccessLevel, Account } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { DraftLine } from "@/components/desk/draft-line";
import { HoldKeys } from "@/components/desk/hold-keys";
import { SaveFoot } from "@/components/form/save-foot";
import { useFormKeys } from "@/components/form/use-form-keys";
import { Icon } from "@/components/ui/icon";
import { Notice } from "@/components/ui/notice";
import { useMe } from "@/features/session/use-me";
import { useDesk } from "@/lib/desk";
import { draftKey } from "@/lib/drafts";
import { type Permission, useCan } from "@/lib/permissions";
import { useTitles } from "@/lib/use-titles";
import { useTyped } from "@/lib/use-typed";

import styles from "./accounts.module.css";
import { type AccountChanges, ACCOUNTS, patchAccount } from "./calls";
import { AskPromotion, ConfirmDialog } from "./lazy";
import { bodyOf, careOf, changedRights, type Changes, inParts, readChanges, withoutCare } from "./rights-changes";

// no form shell: the level decides which permissions are ticked
/**
 * The access level, the permissions and the state of an account. Only rights that the editor may grant can be chosen.
 * Only changes are sent; until then they are stored in this browser. If another person has changed the rights
 * meanwhile, the server refuses, and the changes stay stored. Granting more rights than those of a person who can sign
 * in as this account requires that the account's address is confirmed: a link is mailed to it. A client's account
 * becomes {product} Staff once a second administrator confirms it: `features/promotion`.
 */
export function Rights({ account }: { account: Account }) {
  return account.own ? <OwnRights account={account} /> : <RightsForm account={account} />;
}

/** People cannot change their own access: shown without controls. */
function OwnRights({ account: { access_level: level, cms_access: access } }: { account: Account }) {
  const { t } = useTranslation();
  const titles = useTitles();
  const title = useId();
  return (
    <section className="card" aria-labelledby={title}>
      <div className="card-head">
        <h2 id={title}>{t("accounts.rights.title")}</h2>
      </div>
      <div className="card-body stack">
        <Notice tone="info">{t("accounts.rights.own")}</Notice>
        <div>
          <p className="strong">{t(`accounts.levels.${level}.name`)}</p>
          <p className="soft">{t(`accounts.levels.${level}.says`)}</p>
        </div>
        <div className={styles.own}>
          {inParts(access).map(([part, names]) => (
            <div key={part}>
              <h3 className={styles.part}>{t(`accounts.rights.parts.${part}`)}</h3>
              <ul className="plain stack-s">
                {names.map((name) => (
                  <li key={name} className={styles.name}>
                    <Icon of={Check} />
                    <span>{titles.permission(name)}</span>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      </div>
    </section>
  );
}

function RightsForm({ account }: { account: Account }) {
  const { t } = useTranslation();
  const titles = useTitles();
  const { mail } = useDesk();
  const title = useId();
  const { data: grantable } = useQuery({ ...read("/api/access-levels"), enabled: useCan()("users") });
  const client = useQueryClient();
  const me = useMe();
  const { values, foundAt, type, discard } = useTyped(draftKey(me.id, `rights.${account.id}`), BLANK);
  const changes = useMemo(() => readChanges(values.changes), [values.changes]);
  const [asking, setAsking] = useState(false);
  const [denied, setDenied] = useState(false);
  const [caring, setCaring] = useState(false);
  const { level, access, active } = changedRights(account, changes);
  const { run, busy, refusal, dismiss } = useCommand({
    name: `rights ${account.id}`,
    send: (body: AccountChanges) => patchAccount(account.id, body),
    refreshes: ACCOUNTS,
    says: (_, { shown }) => t(`accounts.rights.${!shown?.email_address ? "saved" : mail ? "savedAndMailed" : "savedAndEnded"}`, account),
    done: discard,
    refused: (error) => {
      setAsking(isUnconfirmed(error));
      return isMeanwhile(error) || isUnconfirmed(error) ? refresh(client, ...ACCOUNTS) : undefined;
    },
  });
  const confirm = async () => {
    const body = bodyOf(account, changes);
    const sent = await run({ ...body, shown: { ...body.shown, email_address: account.email } });
    return sent.state === "refused" ? t("accounts.profile.failed") : null;
  };
  const second = needsSecond(refusal) ? refusal : null;
  const isAlone = second?.confirmers.length === 0;
  const locked = !account.may_edit || !grantable;
  const levels = grantable?.levels.map((offered) => offered.level) ?? [];
  const keep = (next: Changes) => {
    const isChange = Object.keys(bodyOf(account, next)).length > 0;
    type({ changes: isChange ? JSON.stringify(next) : "" });
  };
  const change = (part: Partial<Changes>) => keep({ ...changes, ...part });
  const putBackRights = () => keep(withoutCare(changes, "staff"));
  const choose = (next: AccessLevel) =>
    change({ level: next, brings: grantable?.levels.find((offered) => offered.level === next)?.permissions ?? [], access: {} });
  const toggle = (name: Permission, on: boolean) => change({ access: { ...changes.access, [name]: on } });
  const changed = Object.keys(bodyOf(account, changes)).length > 0;
  const care = careOf(account, changes);
  const send = () => {
    setDenied(false);
    void run(bodyOf(account, changes));
  };
  const save = () => {
    if (locked || busy || !changed) return;
    if (care) setCaring(true);
    else send();
  };
  const form = useRef<HTMLFormElement>(null);
  useFormKeys(form, { onSubmit: save });
  return (
    <section className="card" aria-labelledby={title}>
      <div className="card-head">
        <h2 id={title}>{t("accounts.rights.title")}</h2>
      </div>
      <div className="card-body">
        <form
          ref={form}
          id={`${title}-form`}
          className={`form ${styles.form}`}
          aria-labelledby={title}
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          {refusal !== null && !isUnconfirmed(refusal) && (isAlone || !second) && (
            <Notice tone="danger" alert>
              {isAlone ? t("accounts.promotion.alone", account) : t(isMeanwhile(refusal) ? "accounts.rights.meanwhile" : "accounts.profile.failed")}
            </Notice>
          )}
          {foundAt !== null && changed && (
            <div className="wide">
              <DraftLine at={foundAt} onDiscard={discard} />
            </div>
          )}
          {denied && (
            <Notice tone="warning" alert>
              {t("accounts.rights.denied")}
            </Notice>
          )}
          <fieldset className={styles.permissions} disabled={locked} aria-describedby={`${title}-levels`}>
            <legend>{t("accounts.rights.level")}</legend>
            {(levels.includes(level) ? levels : [level, ...levels]).map((name) => (
              <label key={name} className="check">
                <input type="radio" name="access-level" checked={name === level} onChange={() => choose(name)} aria-describedby={`${title}-${name}`} />
                <span>
                  {t(`accounts.levels.${name}.name`)}
                  <span id={`${title}-${name}`} className="check-hint meta" aria-hidden>
                    {t(`accounts.levels.${name}.says`)}
                  </span>
                </span>
              </label>
            ))}
            <p id={`${title}-levels`} className="wide meta">
              {t("accounts.rights.levelHint")}
            </p>
          </fieldset>
          <fieldset className={styles.permissions} disabled={locked}>
            <legend>{t("accounts.rights.permissions")}</legend>
            {inParts([...(grantable?.permissions ?? []), ...account.cms_access]).map(([part, names]) => (
              <Fragment key={part}>
                <p className={`wide ${styles.part}`}>{t(`accounts.rights.parts.${part}`)}</p>
                {names.map((name) => (
                  <label key={name} className="check">
                    <input type="checkbox" checked={access.includes(name)} onChange={({ target }) => toggle(name, target.checked)} />
                    <span>{titles.permission(name)}</span>
                  </label>
                ))}
              </Fragment>
            ))}
          </fieldset>
          <fieldset className={`${styles.permissions} ${styles.state}`} disabled={locked}>
            <legend>{t("accounts.columns.state")}</legend>
            <label className="check wide">
              <input type="checkbox" checked={active} onChange={({ target }) => change({ active: target.checked })} />
              <span>
                {t("accounts.rights.active")}
                <span className="check-hint soft">{t("accounts.rights.activeHint")}</span>
              </span>
            </label>
          </fieldset>
        </form>
      </div>
      <SaveFoot form={`${title}-form`} busy={busy} changed={changed} disabled={locked}>
        {t("accounts.rights.save")}
      </SaveFoot>
      {second && !isAlone && (
        <Suspense fallback={<HoldKeys />}>
          <AskPromotion
            account={account}
            access={access}
            needs={second}
            onAsked={putBackRights}
            onClose={(undone) => {
              if (undone) putBackRights();
              dismiss();
            }}
          />
        </Suspense>
      )}
      {caring && care && (
        <Suspense fallback={<HoldKeys />}>
          <ConfirmDialog
            title={t(`accounts.rights.care.${care}.title`, { name: account.name.full })}
            confirm={t(`accounts.rights.care.${care}.confirm`)}
            onConfirm={() => {
              send();
              return Promise.resolve(null); // the refusal is shown above the form
            }}
            onClose={(undone) => {
              if (undone) keep(withoutCare(changes, care));
              setCaring(false);
            }}
          >
            {t(`accounts.rights.care.${care}.text`, { name: account.name.full })}
          </ConfirmDialog>
        </Suspense>
      )}
      {asking && (
        <Suspense fallback={<HoldKeys />}>
          <ConfirmDialog
            title={t("accounts.rights.confirm", account)}
            confirm={t(mail ? "accounts.rights.confirmSave" : "accounts.rights.confirmSaveNoMail")}
            onConfirm={confirm}
            onDeny={() => {
              setDenied(true);
              return Promise.resolve(null);
            }}
            onClose={(undone) => {
              if (undone) putBackRights();
              setAsking(false);
            }}
          >
            {t(mail ? "accounts.rights.confirmText" : "accounts.rights.confirmTextNoMail", account)}
          </ConfirmDialog>
        </Suspense>
      )}
    </section>
  );
}

const BLANK = { changes: "" };

const isUnconfirmed = (error: unknown) => error instanceof ApiError && error.code === "address_unconfirmed";
const needsSecond = (error: unknown): error is ApiError => error instanceof ApiError && error.code === "second_admin_needed";
const isMeanwhile = (error: unknown) => error instanceof ApiError && error.code === "rights_changed";
