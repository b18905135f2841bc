import "./words";

import { useQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router-dom";

import { ApiError } from "@/api/error";
import { read } from "@/api/queries";
import type { Account } from "@/api/types";
import { useFailure } from "@/api/use-failure";
import { PageHead } from "@/components/layout/page-head";
import { buttonClass } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { LoadFailed } from "@/components/ui/load-failed";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import { AuditLog } from "@/features/audit-log/audit-log";
import { paths } from "@/lib/paths";
import { Allowed, useCan } from "@/lib/permissions";

import { Associations } from "./associations";
import { DeleteAccount } from "./delete-account";
import { Keys } from "./keys";
import { Notifications } from "./notifications";
import { Password } from "./password";
import { Picture } from "./picture";
import { Profile } from "./profile";
import { Rights } from "./rights";
import { NotYet, TabPanel, Tabs, type Tab, useTab } from "./tabs";

/** One account, with the seven tabs of spec, section 2; without the permission to manage accounts, what is one's own. */
export function AccountPage() {
  const { accountID } = useParams();
  return <OneAccount key={accountID} id={Number(accountID)} />;
}

function OneAccount({ id }: { id: number }) {
  const { t } = useTranslation();
  const account = useQuery(read("/api/user/{user_id}", { path: { user_id: id } }));
  const failure = useFailure(account);
  const [tabs, tab, open] = useTab();
  const manages = useCan()("users");
  const back = { to: paths.accounts, label: t("accounts.toList") };
  if (failure.error instanceof ApiError && failure.error.status === 404)
    return (
      <>
        <PageHead title={t("navigation.account")} back={back} />
        <Empty
          icon={SearchX}
          title={t("accounts.missing", { id })}
          actions={
            <Link className={buttonClass()} to={paths.accounts}>
              {t("accounts.toList")}
            </Link>
          }
        >
          {t("accounts.missingText")}
        </Empty>
      </>
    );
  const facts = account.data && [
    account.data.email,
    t(`accounts.levels.${account.data.access_level}.name`),
    account.data.active ? null : t("accounts.inactive"),
  ];
  return (
    <>
      <PageHead title={account.data?.name.full ?? t("navigation.account")} {...(manages && { back })} facts={facts ?? []} />
      <div className="page stack">
        {account.data ? (
          <>
            <Tabs tabs={tabs} tab={tab} onOpen={open} />
            {!account.data.may_edit && <Notice tone="info">{t("accounts.beyond")}</Notice>}
            <TabPanel tab={tab}>
              <Content tab={tab} account={account.data} />
            </TabPanel>
          </>
        ) : failure.error === null ? (
          <Skeleton width="60%" />
        ) : (
          <LoadFailed title={t("accounts.oneFailed")} error={failure.error} onRetry={failure.retry} retrying={failure.retrying} />
        )}
      </div>
    </>
  );
}

function Content({ tab, account }: { tab: Tab; account: Account }) {
  const { t } = useTranslation();
  switch (tab) {
    case "basic":
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
    case "password":
      return <Password account={account} />;
    case "notifications":
      return <Notifications account={account} />;
    case "associations":
      return <Associations account={account} />;
    case "keys":
      return <Keys account={account} />;
    case "delete":
      return <DeleteAccount account={account} />;
    case "two_factor":
      return <NotYet />;
  }
}
