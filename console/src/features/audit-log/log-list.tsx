import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { read } from "@/api/queries";
import type { LogKind } from "@/api/types";
import { SideList } from "@/components/organisation/side-list";
import { useMoment } from "@/lib/use-moment";

const SHOWN = 4;

/** The newest entries of an audit log, at the side of a page. */
export function LogList({ kind, id, children }: { kind: LogKind; id: number; children: ReactNode }) {
  const { t } = useTranslation();
  const momentOf = useMoment();
  const entries = useQuery(read("/api/audit/{kind}/{subject_id}", { path: { kind, subject_id: id } }));
  return (
    <SideList
      title={t("organisation.log.title")}
      of={entries}
      most={SHOWN}
      failed={t("organisation.log.failed")}
      empty={t("organisation.log.empty")}
      all={children}
    >
      {({ at, user, text }) => (
        <>
          <p dir="auto">{text}</p>
          <p className="meta">
            <time dateTime={at}>{momentOf(at)}</time>
            <span className="dot" />
            <bdi>{user ? user.name : t("organisation.log.product")}</bdi>
          </p>
        </>
      )}
    </SideList>
  );
}
