import { useTranslation } from "react-i18next";

import type { Account } from "@/api/types";
import { AuditLog } from "@/features/audit-log/audit-log";
import { Allowed } from "@/lib/permissions";

import { Picture } from "./picture";
import { Profile } from "./profile";
import { Rights } from "./rights";

/** Who the person is and looks like, what they may do, and what was changed about it. */
export function BasicInformation({ account }: { account: Account }) {
  const { t } = useTranslation();
  return (
    <>
      <Profile account={account} key={`profile ${account.id}`} title={t("accounts.profile.title")} />
      <Picture account={account} />
      <Rights account={account} />
      <Allowed permission="users">
        <AuditLog kind="account" id={account.id} />
      </Allowed>
    </>
  );
}
