import { useTranslation } from "react-i18next";

import { answer, api } from "@/api/client";
import type { Group } from "@/api/types";
import { MemberCard } from "@/components/organisation/members/member-card";

import { deleteMember, GROUPS, putMember } from "./calls";

/** The companies of a group, added and removed here. */
export function Members({ group: { id, name, companies } }: { group: Group }) {
  const { t } = useTranslation();
  const path = { group_id: id };
  return (
    <MemberCard
      of={{
        path: "/api/group/{group_id}/members",
        id,
        size: companies,
        fetch: (query, signal) => answer(api.GET("/api/group/{group_id}/members", { params: { path, query }, signal })),
        save: (query) => answer(api.GET("/api/group/{group_id}/members/export", { params: { path, query }, parseAs: "blob" })),
        change: {
          of: "group",
          put: (company) => putMember(id, company),
          remove: (company) => deleteMember(id, company),
          refreshes: GROUPS,
          texts: {
            addTitle: t("organisation.members.addTitle", { name }),
            notAdded: t("organisation.members.notAdded"),
            removeTitle: (company) => t("organisation.members.removeTitle", { name: company }),
            notRemoved: t("organisation.members.notRemoved"),
          },
        },
        texts: { title: t("organisation.members.title"), empty: t("organisation.members.empty") },
      }}
    />
  );
}
