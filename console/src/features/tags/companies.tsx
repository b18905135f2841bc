import { useTranslation } from "react-i18next";

import { answer, api } from "@/api/client";
import type { Tag } from "@/api/types";
import { MemberCard } from "@/components/organisation/members/member-card";

import { deleteMember, putMember, TAGS } from "./calls";

/** The companies that have a tag. Those of a user-defined tag are added and removed here. */
export function Companies({ tag: { id, name, type, members, counted_at: counted } }: { tag: Tag }) {
  const { t } = useTranslation();
  const path = { tag_id: id };
  const change = {
    of: "tag" as const,
    put: (company: number) => putMember(id, company),
    remove: (company: number) => deleteMember(id, company),
    refreshes: TAGS,
    texts: {
      addTitle: t("tags.companies.addTitle", { name }),
      notAdded: t("tags.companies.notAdded"),
      removeTitle: (company: string) => t("tags.companies.removeTitle", { name: company }),
      notRemoved: t("tags.companies.notRemoved"),
    },
  };
  return (
    <MemberCard
      of={{
        path: "/api/tag/{tag_id}/members",
        id,
        size: type === "user" || counted !== null ? members : null,
        version: type === "user" ? "" : (counted ?? ""),
        fetch: (query, signal) => answer(api.GET("/api/tag/{tag_id}/members", { params: { path, query }, signal })),
        save: (query) => answer(api.GET("/api/tag/{tag_id}/members/export", { params: { path, query }, parseAs: "blob" })),
        change: type === "user" ? change : null,
        texts: { title: t("tags.companies.title"), empty: t("tags.companies.empty") },
      }}
    />
  );
}
