import { useQuery } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import { Trans, useTranslation } from "react-i18next";

import { read } from "@/api/queries";
import { PageHead } from "@/components/layout/page-head";
import { PageState } from "@/components/layout/page-state";
import { formatEither } from "@/lib/dates";
import type { Permission } from "@/lib/permissions";
import { useTitles } from "@/lib/use-titles";

import { ToDashboard } from "./to-dashboard";

interface Props {
  /** The name of the page that was refused. */
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
        <WhoCanHelp permission={permission} />
      </PageState>
    </>
  );
}

/** Names people who can grant the permission. Names nobody to clients, or if the names could not be loaded. */
function WhoCanHelp({ permission }: { permission: Permission }) {
  const { t } = useTranslation();
  const { data, isPending } = useQuery(read("/api/permissions/granters", { query: { permission } }));
  if (isPending) return <p aria-busy />;
  const names = data?.items.map(({ name }) => name) ?? [];
  if (names.length === 0) return <p>{t("states.forbidden.askSomebody")}</p>;
  const said = names.length === 1 ? "states.forbidden.askOne" : "states.forbidden.ask";
  return <p dir="auto">{t(said, { names: formatEither(names) })}</p>;
}
