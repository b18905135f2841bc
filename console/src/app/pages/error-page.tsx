import { RotateCcw, TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";

import { PageHead } from "@/components/layout/page-head";
import { PageState } from "@/components/layout/page-state";
import { Button } from "@/components/ui/button";

import { ToDashboard } from "./to-dashboard";

/** The generic error page. Its sentences are the specification's, section 2. */
export function ErrorPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHead title={t("states.error.head")} />
      <ErrorWords />
    </>
  );
}

/** The same without the frame, for an error of the frame itself. */
export function ErrorScreen() {
  return (
    <main className="alone">
      <ErrorWords />
    </main>
  );
}

function ErrorWords() {
  const { t } = useTranslation();
  return (
    <PageState
      icon={TriangleAlert}
      title={t("states.error.title")}
      error
      actions={
        <>
          <ToDashboard />
          <Button icon={RotateCcw} onClick={() => location.reload()}>
            {t("states.error.reload")}
          </Button>
        </>
      }
    >
      <p>{t("states.error.text")}</p>
    </PageState>
  );
}
