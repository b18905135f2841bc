import { Lock } from "lucide-react";
import { Trans, useTranslation } from "react-i18next";

import { PageHead } from "@/components/layout/page-head";
import { PageState } from "@/components/layout/page-state";
import type { Permission } from "@/lib/permissions";
import { useTitles } from "@/lib/use-titles";

import { ToDashboard } from "./to-dashboard";

interface Props {
  /** The name of the page that stays closed. */
  title: string;
  permission: Permission;
}

export function ForbiddenPage({ title, permission }: Props) {
  const { t } = useTranslation();
  const titles = useTitles();
  return (
    <>
      <PageHead title={title} facts={[t("states.forbidden.fact")]} />
      <PageState icon={Lock} title={t("states.forbidden.title")} actions={<ToDashboard />}>
        <p>
          <Trans
            i18nKey="states.forbidden.text"
            values={{ permission: titles.permission(permission) }}
            components={{ name: <strong /> }}
          />
        </p>
      </PageState>
    </>
  );
}
