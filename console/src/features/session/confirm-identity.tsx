import { useTranslation } from "react-i18next";

import { answer, api } from "@/api/client";
import type { Way } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";

import { ProofForm } from "./proof-form";
import { useSession } from "./session-context";

export interface Asked {
  ways: readonly Way[];
  settle: (confirmed: boolean) => void;
}

/** Asked before what only the person themself should do; the call that asked waits for it. */
export function ConfirmIdentity({ ways, settle }: Asked) {
  const { t } = useTranslation();
  const { signOut } = useSession();
  const cancel = () => settle(false);
  return (
    <Dialog title={t("factors.confirm.title")} description={t(ways.length > 0 ? "factors.confirm.text" : "factors.confirm.anew")} onClose={cancel}>
      {ways.length > 0 ? (
        <ProofForm
          ways={ways}
          submit={t("factors.confirm.submit")}
          ask={async () => (await answer(api.POST("/api/auth/confirmation/options"))).options}
          send={async (body) => {
            await answer(api.POST("/api/auth/confirmation", { body }));
            settle(true);
          }}
        >
          <Button tone="quiet" onClick={cancel}>
            {t("common.cancel")}
          </Button>
        </ProofForm>
      ) : (
        <div className="row wrap">
          <Button
            tone="primary"
            data-first
            onClick={() => {
              cancel();
              signOut();
            }}
          >
            {t("factors.confirm.signInAnew")}
          </Button>
          <Button tone="quiet" onClick={cancel}>
            {t("common.cancel")}
          </Button>
        </div>
      )}
    </Dialog>
  );
}
