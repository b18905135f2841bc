import "./words";

import { useQuery } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { Suspense, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router-dom";

import { answer, api } from "@/api/client";
import { read } from "@/api/queries";
import type { Group, GroupDetails } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { HoldKeys } from "@/components/desk/hold-keys";
import { Mean } from "@/components/desk/mean";
import { RecordPage } from "@/components/layout/record-page";
import { CountryName } from "@/components/organisation/country-name";
import { DeleteCard } from "@/components/organisation/delete-card";
import { Facts } from "@/components/organisation/facts";
import { Figures } from "@/components/organisation/figures";
import { MemberCard } from "@/components/organisation/members/member-card";
import { Button } from "@/components/ui/button";
import { AuditLog } from "@/features/audit-log/audit-log";
import { formatDateTime, formatNumber } from "@/lib/dates";
import { useHotkeys } from "@/lib/hotkeys";
import { lazyPart } from "@/lib/lazy-part";
import { paths } from "@/lib/paths";

import { deleteGroup, deleteMember, GROUPS, putMember } from "./calls";

const EditDialog = lazyPart(async () => ({ default: (await import("./edit-dialog")).EditDialog }));

/** One group: its members and its audit log, beside its facts. */
export function GroupPage() {
  const { groupID } = useParams();
  return <OneGroup key={groupID} id={Number(groupID)} />;
}

function OneGroup({ id }: { id: number }) {
  const { t } = useTranslation();
  const group = useQuery(read("/api/group/{group_id}", { path: { group_id: id } }));
  const { data } = group;
  const back = { to: paths.groups, label: t("organisation.group.toList") };
  return (
    <RecordPage
      of={group}
      kind={t("navigation.group")}
      head={{ name: data?.name, facts: data ? factsOf(data, t) : [] }}
      back={back}
      says={{
        missing: t("organisation.group.missing", { id }),
        missingText: t("organisation.group.missingText"),
        failed: t("organisation.group.oneFailed"),
      }}
      remains={<AuditLog kind="group" id={id} />}
    >
      {(shown) => (
        <>
          <Figures
            of={[
              [formatNumber(shown.companies), t("organisation.group.size", { count: shown.companies })],
              [formatNumber(shown.reviews), t("organisation.group.published", { count: shown.reviews })],
              [formatNumber(shown.recent), t("organisation.group.recent")],
              shown.rating === null ? null : [<Mean rating={shown.rating} />, t("organisation.members.rating").toLowerCase()],
            ]}
          />
          <div className="cols">
            <div className="stack">
              <Members group={shown} />
              <AuditLog kind="group" id={id} />
            </div>
            <div className="stack">
              <GroupFacts group={shown} />
              <DeleteGroup group={shown} />
            </div>
          </div>
        </>
      )}
    </RecordPage>
  );
}

const factsOf = ({ id, country, rpp_page }: Group, t: TFunction) => [
  t("organisation.group.fact", { id }),
  <CountryName key="country" of={country} />,
  t(rpp_page ? "organisation.group.withPage" : "organisation.group.withoutPage"),
];

/** Deletes a group, after saying what is deleted with it. */
function DeleteGroup({ group }: { group: Group }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { run, busy } = useCommand({
    name: `delete group ${group.id}`,
    send: () => deleteGroup(group.id),
    refreshes: ["/api/groups"],
    says: () => t("organisation.group.deleted"),
  });
  const remove = async () => {
    const sent = await run();
    if (sent.state === "refused") return t("organisation.group.notDeleted");
    if (sent.state === "done") await navigate(paths.groups);
    return null;
  };
  const page = group.rpp_page ? ` ${t("organisation.group.pageGoes", { slug: group.slug })}` : "";
  return (
    <DeleteCard
      words={{
        title: t("organisation.group.delete"),
        text: t("organisation.group.deleteMeans") + page,
        action: t("organisation.group.deleteThis"),
        question: t("organisation.group.deleteTitle", { name: group.name }),
        meaning: `${t("organisation.group.deleteText", { count: group.companies })}${page} ${t("organisation.group.logStays")}`,
      }}
      busy={busy}
      onConfirm={remove}
    />
  );
}

/** The facts of a group, with the button that edits them. */
function GroupFacts({ group }: { group: GroupDetails }) {
  const { t } = useTranslation();
  const title = useId();
  const [editing, setEditing] = useState(false);
  const edit = () => setEditing(true);
  useHotkeys("general", [{ keys: "e", label: t("organisation.group.editTitle"), run: edit }]);
  return (
    <section className="card" aria-labelledby={title}>
      <div className="card-head">
        <h2 id={title}>{t("organisation.group.facts")}</h2>
        <span className="end" />
        <Button size="s" tone="quiet" hotkey="e" onClick={edit}>
          {t("organisation.group.edit")}
        </Button>
      </div>
      <div className="card-body">
        <Facts
          of={[
            [t("organisation.group.slug"), group.slug ? <bdi>{group.slug}</bdi> : t("organisation.group.none")],
            [t("organisation.group.internal"), t(group.internal ? "organisation.yes" : "organisation.no")],
            [t("organisation.group.country"), <CountryName of={group.country} />],
            [
              t("organisation.company.created"),
              <>
                <time dateTime={group.created}>{formatDateTime(group.created)}</time>
                {group.made_by && <bdi className="dot nowrap">{group.made_by.name}</bdi>}
              </>,
            ],
          ]}
        />
      </div>
      {editing && (
        <Suspense fallback={<HoldKeys />}>
          <EditDialog group={group} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </section>
  );
}

/** The companies of a group, with add and remove. */
function Members({ group: { id, name, companies } }: { group: Group }) {
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
