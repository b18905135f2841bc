import { DoorOpen } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { PageHead } from "@/components/layout/page-head";
import { PageState } from "@/components/layout/page-state";
import { Button } from "@/components/ui/button";

import { useSession, useUser } from "./session-context";

/** For signed-in people without permissions: clients, and new staff. */
export function WelcomePage() {
  const { t } = useTranslation();
  const user = useUser();
  const { refresh } = useSession();
  const [asking, setAsking] = useState(false);

  const ask = () => {
    setAsking(true);
    void refresh()
      .catch(() => undefined)
      .finally(() => setAsking(false));
  };

  return (
    <>
      <PageHead title={t("states.welcome.title")} facts={[t("states.welcome.fact", { email: user.email })]} />
      <PageState
        icon={DoorOpen}
        title={t("states.welcome.headline")}
        actions={
          <Button busy={asking} onClick={ask}>
            {t("states.welcome.refresh")}
          </Button>
        }
      >
        <p>{t("states.welcome.text")}</p>
      </PageState>
    </>
  );
}
