import { ScrollText } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { AuditThing } from "@/api/types";
import { buttonClass } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { paths } from "@/lib/paths";
import { Allowed } from "@/lib/permissions";

/** A link from a list to the audit log of its kind of thing, for people who may read that log. */
export function LogLink({ kind }: { kind: AuditThing["kind"] }) {
  const { t } = useTranslation();
  return (
    <Allowed permission="history">
      <Link className={buttonClass("quiet", "s")} to={`${paths.auditLog}?${new URLSearchParams({ kind })}`}>
        <Icon of={ScrollText} className="not-phone" />
        {t("table.log")}
      </Link>
    </Allowed>
  );
}
