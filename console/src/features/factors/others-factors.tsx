import { useId, useState } from "react";
import { useTranslation } from "react-i18next";

import type { Factors } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { ConfirmDialog } from "@/components/desk/confirm-dialog";
import { Facts } from "@/components/organisation/facts";
import { Button } from "@/components/ui/button";
import { formatDay } from "@/lib/dates";

import { deleteFactors, FACTORS } from "./calls";

interface Props {
  id: number;
  name: string;
  facts: Factors;
  mayEdit: boolean;
}

/** What somebody else has; it can be removed for who has lost it. */
export function OthersFactors({ id, name, facts, mayEdit }: Props) {
  const { t } = useTranslation();
  const title = useId();
  const [asking, setAsking] = useState(false);
  const { codes_since: since, passkeys, recovery_codes: left } = facts;
  const { run } = useCommand({
    name: `remove factors ${id}`,
    send: () => deleteFactors(id),
    refreshes: FACTORS,
    says: () => t("factors.others.removed"),
  });
  const remove = async () => ((await run()).state === "refused" ? t("factors.others.notRemoved") : null);
  const has = since !== null || passkeys.length > 0;
  return (
    <section className="card" aria-labelledby={title}>
      <div className="card-head">
        <h2 id={title}>{t("factors.others.title")}</h2>
      </div>
      <div className="card-body stack">
        {has ? (
          <>
            <Facts
              of={[
                [t("factors.others.codes"), since ? t("factors.others.codesSince", { day: formatDay(since) }) : t("factors.others.off")],
                [t("factors.passkeys.title"), <bdi>{passkeys.length}</bdi>],
                [t("factors.recovery.title"), <bdi>{left}</bdi>],
              ]}
            />
            <div className="row">
              <Button tone="danger" disabled={!mayEdit} onClick={() => setAsking(true)}>
                {t("factors.others.remove")}
              </Button>
            </div>
          </>
        ) : (
          <p className="soft">{t("factors.others.none")}</p>
        )}
      </div>
      {asking && (
        <ConfirmDialog danger title={t("factors.others.remove")} confirm={t("factors.others.remove")} onConfirm={remove} onClose={() => setAsking(false)}>
          {t("factors.others.removeText", { name })}
        </ConfirmDialog>
      )}
    </section>
  );
}
