import { useTranslation } from "react-i18next";

import { AddCompanyDialog } from "@/components/organisation/add-company-dialog";

import type { MemberChange } from "./member-list";

interface Props {
  list: number;
  change: MemberChange;
  onClose: () => void;
}

/** Adds a company to a group or a tag. */
export function AddMember({ list, change, onClose }: Props) {
  const { t } = useTranslation();
  const command = {
    name: `add member ${change.of} ${list}`,
    send: ({ id }: { id: number }) => change.put(id),
    refreshes: change.refreshes,
    says: (_: unknown, { name }: { name: string }) => t("organisation.members.added", { name }),
  };
  const words = { title: change.texts.addTitle, action: t("organisation.members.add"), refused: change.texts.notAdded };
  return <AddCompanyDialog command={command} words={words} onClose={onClose} />;
}
