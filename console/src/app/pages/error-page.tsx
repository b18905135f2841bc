import { RotateCcw, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useRouteError } from "react-router-dom";

import { ApiError } from "@/api/error";
import { CopyButton } from "@/components/desk/copy-button";
import { PageHead } from "@/components/layout/page-head";
import { PageState } from "@/components/layout/page-state";
import { Button } from "@/components/ui/button";
import { formatDateTime } from "@/lib/dates";

import { ToDashboard } from "./to-dashboard";

/** The generic error page, with the sentences of spec, section 2. */
export function ErrorPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHead title={t("states.error.head")} />
      <ErrorWords />
    </>
  );
}

/** Like `ErrorPage`, without the frame: for an error in the frame itself. */
export function ErrorScreen() {
  return (
    <main className="alone">
      <ErrorWords />
    </main>
  );
}

function ErrorWords() {
  const { t } = useTranslation();
  const details = useDetails();
  return (
    <PageState
      icon={TriangleAlert}
      title={t("states.error.title")}
      error
      actions={
        <>
          <Button tone="primary" icon={RotateCcw} onClick={() => location.reload()}>
            {t("states.error.reload")}
          </Button>
          <ToDashboard second />
          <CopyButton text={details.join("\n")} label={t("states.error.copy")} copied={t("states.error.copied")} />
        </>
      }
    >
      <p>{t("states.error.text")}</p>
      <p className="address">
        {details.map((detail) => (
          <bdi key={detail}>{detail}</bdi>
        ))}
      </p>
    </PageState>
  );
}

/**
 * Where and when the error happened, and the server's id of the call. Without the query string, which may contain what
 * the person typed.
 */
function useDetails(): string[] {
  const { pathname } = useLocation();
  const error = useRouteError();
  const [at] = useState(() => Date.now());
  const reference = error instanceof ApiError ? error.requestId : null;
  return [pathname, formatDateTime(at), ...(reference ? [reference] : [])];
}
