import "./words";

import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router-dom";

import { read } from "@/api/queries";
import { RecordPage } from "@/components/layout/record-page";
import { AuditLog } from "@/features/audit-log/audit-log";
import { paths } from "@/lib/paths";

import { GroupFacts } from "./group-facts";
import { Members } from "./members";

/** One group: its facts, its members, its audit log. */
export function GroupPage() {
  const { groupID } = useParams();
  return <OneGroup key={groupID} id={Number(groupID)} />;
}

function OneGroup({ id }: { id: number }) {
  const { t } = useTranslation();
  const group = useQuery(read("/api/group/{group_id}", { path: { group_id: id } }));
  const back = { to: paths.groups, label: t("organisation.group.toList") };
  return (
    <RecordPage
      of={group}
      kind={t("navigation.group")}
      head={{ name: group.data?.name }}
      back={back}
      says={{
        missing: t("organisation.group.missing", { id }),
        missingText: t("organisation.group.missingText"),
        failed: t("organisation.group.oneFailed"),
      }}
      remains={<AuditLog kind="group" id={id} />}
    >
      {(data) => (
        <>
          <GroupFacts group={data} />
          <Members group={data} />
          <AuditLog kind="group" id={id} />
        </>
      )}
    </RecordPage>
  );
}
