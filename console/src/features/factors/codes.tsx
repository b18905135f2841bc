import { Smartphone } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";

import { ApiError } from "@/api/error";
import type { Factors } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { ConfirmDialog } from "@/components/desk/confirm-dialog";
import { ActionDialog } from "@/components/ui/action-dialog";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { formatDay } from "@/lib/dates";

import { confirmCodes, deleteCodes, FACTORS, postCodes } from "./calls";
import styles from "./factors.module.css";

interface Props {
  facts: Factors;
  /** Receives the recovery codes that were made; none if the account has some. */
  onCodes: (codes: readonly string[]) => void;
}

/** One-time codes: set up with an app, turned off. */
export function Codes({ facts: { codes_since: since, offers_codes: offered }, onCodes }: Props) {
  const { t } = useTranslation();
  const title = useId();
  const [ending, setEnding] = useState(false);
  const [proposal, setProposal] = useState<{ secret: string; qr: string } | null>(null);
  const begin = useCommand({ name: "propose codes", send: (_: undefined, key) => postCodes(key) });
  const end = useCommand({ name: "end codes", send: () => deleteCodes(), refreshes: FACTORS, says: () => t("factors.codes.ended") });
  const start = async () => {
    const sent = await begin.run(undefined);
    if (sent.state === "done") setProposal(sent.result);
  };
  const turnOff = async () => {
    const sent = await end.run();
    return sent.state === "refused" ? (isLast(sent.error) ? t("factors.passkeys.last") : t("factors.codes.notEnded")) : null;
  };
  return (
    <section className="card" aria-labelledby={title}>
      <div className="card-head">
        <h2 id={title}>{t("factors.codes.title")}</h2>
      </div>
      <div className="card-body stack">
        <p className="soft">{t("factors.codes.text")}</p>
        {since && (
          <p>{t("factors.codes.since", { day: formatDay(since) })}</p>
        )}
        {begin.refusal !== null && (
          <Notice tone="danger" alert>
            {t("factors.codes.notBegun")}
          </Notice>
        )}
        <div className="row wrap">
          {offered && (
            <Button tone={since ? "neutral" : "primary"} icon={Smartphone} busy={begin.busy} onClick={() => void start()}>
              {t(since ? "factors.codes.renew" : "factors.codes.setUp")}
            </Button>
          )}
          {since && (
            <Button tone="quiet" onClick={() => setEnding(true)}>
              {t("factors.codes.end")}
            </Button>
          )}
        </div>
      </div>
      {proposal && (
        <SetUpDialog
          proposal={proposal}
          onDone={(codes) => {
            setProposal(null);
            onCodes(codes);
          }}
          onClose={() => setProposal(null)}
        />
      )}
      {ending && (
        <ConfirmDialog danger title={t("factors.codes.endTitle")} confirm={t("factors.codes.end")} onConfirm={turnOff} onClose={() => setEnding(false)}>
          {t("factors.codes.endText")}
        </ConfirmDialog>
      )}
    </section>
  );
}

interface SetUpProps {
  proposal: { secret: string; qr: string };
  onDone: (codes: readonly string[]) => void;
  onClose: () => void;
}

/** The QR code, and the first code that confirms it. */
function SetUpDialog({ proposal, onDone, onClose }: SetUpProps) {
  const { t } = useTranslation();
  const [code, setCode] = useState("");
  const [missing, setMissing] = useState(false);
  const { run, busy, refusal } = useCommand({
    name: "confirm codes",
    send: (typed: string, key) => confirmCodes(typed, key),
    refreshes: FACTORS,
    says: () => t("factors.codes.done"),
  });
  const submit = async () => {
    setMissing(!code.trim());
    if (!code.trim()) return;
    const sent = await run(code.trim());
    if (sent.state === "done") onDone(sent.result.recovery_codes);
  };
  const isWrong = refusal instanceof ApiError && refusal.status === 422;
  const problem = missing ? t("factors.way.code.missing") : isWrong ? t("factors.codes.wrong") : undefined;
  return (
    <ActionDialog
      words={{ title: t("factors.codes.dialog"), description: t("factors.codes.scan"), action: t("factors.codes.confirm") }}
      busy={busy}
      refused={refusal !== null && !isWrong ? t("factors.codes.notBegun") : null}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <img className={styles.qr} alt={t("factors.codes.qr")} src={`data:image/svg+xml,${encodeURIComponent(proposal.qr)}`} />
      <div className="field">
        <span className="field-label">{t("factors.codes.secret")}</span>
        <code className={styles.secret} dir="ltr">
          {proposal.secret.replace(/(.{4})(?=.)/g, "$1 ")}
        </code>
      </div>
      <Field label={t("factors.codes.first")} required error={problem}>
        {(control) => (
          <input
            {...control}
            className="input"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
            dir="ltr"
            value={code}
            data-first
            onChange={({ target }) => setCode(target.value)}
          />
        )}
      </Field>
    </ActionDialog>
  );
}

const isLast = (error: unknown) => error instanceof ApiError && error.code === "last_factor_required";
