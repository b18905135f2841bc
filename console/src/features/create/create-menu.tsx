import { useQuery } from "@tanstack/react-query";
import { Building, Building2, Star, UserPlus } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useMatch } from "react-router-dom";

import { read } from "@/api/queries";
import { HoldKeys } from "@/components/desk/hold-keys";
import { Menu, MenuItem } from "@/components/ui/menu";
import type { OnDemandProps } from "@/components/ui/on-demand";
import { useDesk } from "@/lib/desk";
import { paths } from "@/lib/paths";

import type { HandedOver } from "./account-dialog";
import { AccountDialog, CompanyDialog, ErrorPopup, GroupDialog, ReviewDialog, SecretDialog } from "./lazy";
import { isEmbeddable } from "./review-form";

/** What is open: a dialog, the popup that says that no company was created, or a new account's link. */
type Opened = "company" | "account" | "group" | "review" | "company failed" | HandedOver;

/** What can be created, in the order of spec, section 2; a review is added on the page of a company other than 0 alone. */
export function CreateMenu({ trigger }: OnDemandProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<Opened | null>(null);
  const company = Number(useMatch(paths.company(":companyID"))?.params.companyID) || 0;
  const form = useDesk().review_form;
  const close = () => setOpened(null);
  return (
    <>
      <Menu side="top" trigger={trigger} defaultOpen>
        <MenuItem icon={Building} onSelect={() => setOpened("company")}>
          {t("frame.create.company")}
        </MenuItem>
        <MenuItem icon={UserPlus} onSelect={() => setOpened("account")}>
          {t("frame.create.account")}
        </MenuItem>
        <MenuItem icon={Building2} onSelect={() => setOpened("group")}>
          {t("frame.create.group")}
        </MenuItem>
        {company > 0 && <ReviewItem company={company} onSelect={() => setOpened("review")} />}
      </Menu>
      {opened && (
        <Suspense fallback={<HoldKeys />}>
          {opened === "company" && <CompanyDialog onFailed={() => setOpened("company failed")} onClose={close} />}
          {opened === "account" && <AccountDialog onLink={setOpened} onClose={close} />}
          {opened === "group" && <GroupDialog onClose={close} />}
          {opened === "review" && <ReviewDialog form={form} company={company} onClose={close} />}
          {opened === "company failed" && <CompanyFailed onClose={close} />}
          {typeof opened === "object" && <AccountLink of={opened} onClose={close} />}
        </Suspense>
      )}
    </>
  );
}

/** A closed company takes no new reviews; without a configured form there is nothing to open. */
function ReviewItem({ company, onSelect }: { company: number; onSelect: () => void }) {
  const { t } = useTranslation();
  const form = useDesk().review_form;
  const { data } = useQuery(read("/api/company/{company_id}", { path: { company_id: company } }));
  const reason = !isEmbeddable(form) ? "noForm" : data?.status === "closed" ? "closed" : null;
  return (
    <MenuItem icon={Star} unavailable={reason ? t(`frame.create.${reason}`) : undefined} onSelect={onSelect}>
      {t("frame.create.review")}
    </MenuItem>
  );
}

function CompanyFailed({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return <ErrorPopup text={t("organisation.newCompany.failed")} onClose={onClose} />;
}

function AccountLink({ of: { link, name }, onClose }: { of: HandedOver; onClose: () => void }) {
  const { t } = useTranslation();
  const words = { title: t("accounts.link.title"), text: t("accounts.link.text", { name }), label: t("accounts.link.label") };
  return <SecretDialog words={words} secret={link} onClose={onClose} />;
}
