import { EyeOff } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { answer, api } from "@/api/client";
import type { RestrictionRequest } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { formatDateTime } from "@/lib/dates";
import { useMoment } from "@/lib/use-moment";

import { sayUnknown } from "./say-unknown";
import { useGround } from "./use-ground";

/** A restriction request about a review: its ground, its facts, and who made it. */
export function RequestCard({ request }: { request: RestrictionRequest }) {
  const { t } = useTranslation();
  const momentOf = useMoment();
  const ground = useGround(request.ground) ?? request.ground_title;
  const { contact, asked_by: staff, asked_with: key } = request;
  return (
    <section className="card request" aria-labelledby={`request-${request.id}`}>
      <header className="row wrap">
        <Icon of={EyeOff} />
        <h3 id={`request-${request.id}`}>{t("restrictions.title")}</h3>
        <span className="badge is-restricted">{ground}</span>
        <span className="badge badge-line">{t(`restrictions.status.${request.status}`)}</span>
        <span className="end" />
        <time className="meta" dateTime={request.received_at} title={formatDateTime(request.received_at)}>
          {t("restrictions.asked", { moment: momentOf(request.received_at) })}
        </time>
      </header>
      <p className="request-facts" dir="auto">
        {request.facts}
      </p>
      <p className="soft">
        <bdi className="strong">{contact.name}</bdi>, <bdi>{contact.role}</bdi>,{" "}
        <FullAddress requestId={request.id} masked={contact.email} />
      </p>
      <p className="meta">
        {t("restrictions.titleNumber", { number: request.number })}
        {request.good_faith && ` · ${t("restrictions.goodFaith")}`}
        {staff && ` · ${t("restrictions.byStaff", { name: staff.name })}`}
        {key && ` · ${t("restrictions.byKey", { name: key })}`}
      </p>
    </section>
  );
}

/** The requester's address: masked until somebody reveals it, which the server records. */
function FullAddress({ requestId, masked }: { requestId: number; masked: string }) {
  const { t } = useTranslation();
  const [full, setFull] = useState<string | null>(null);
  const reading = useCommand({
    name: `read contact ${requestId}`,
    send: (_: undefined, key) =>
      answer(
        api.POST("/api/restriction-requests/{request_id}/contact", {
          params: { path: { request_id: requestId } },
          headers: { "Idempotency-Key": key },
        }),
      ),
    done: ({ email }) => setFull(email),
  });
  if (full !== null)
    return (
      <a href={`mailto:${full}`} dir="ltr">
        {full}
      </a>
    );
  return (
    <>
      <bdi dir="ltr">{masked}</bdi>{" "}
      <Button size="s" tone="quiet" busy={reading.busy} title={t("restrictions.fullAddressHint")} onClick={() => void reading.run(undefined)}>
        {t("restrictions.fullAddress")}
      </Button>
      {reading.refusal !== null && (
        <span className="tone-danger" role="alert">
          {sayUnknown(reading.refusal, t)}
        </span>
      )}
    </>
  );
}
