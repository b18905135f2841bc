import { RotateCcw, TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import { PageHead } from "@/components/layout/page-head";
import { Button, buttonClass } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { paths } from "@/lib/paths";

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
    <div className="empty empty-page error" role="alert">
      <Icon of={TriangleAlert} />
      <h2>{t("states.error.title")}</h2>
      <p>{t("states.error.text")}</p>
      <div className="row wrap">
        <Link className={buttonClass("primary")} to={paths.home} reloadDocument>
          {t("states.error.back")}
        </Link>
        <Button icon={RotateCcw} onClick={() => location.reload()}>
          {t("states.error.reload")}
        </Button>
      </div>
    </div>
  );
}
