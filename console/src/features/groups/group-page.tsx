import "./words";

import { useQuery } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router-dom";

import { read } from "@/api/queries";
import type { Group } from "@/api/types";
import { RecordPage } from "@/components/layout/record-page";
import { CountryName } from "@/components/organisation/country-name";
import { Mean } from "@/components/desk/mean";
import { Figures } from "@/components/organisation/figures";
import { AuditLog } from "@/features/audit-log/audit-log";
import { formatNumber } from "@/lib/dates";
import { paths } from "@/lib/paths";

import { DeleteGroup } from "./delete-group";
import { GroupFacts } from "./group-facts";
import { Members } from "./members";

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
