import { useState } from "react";
import { useTranslation } from "react-i18next";

import { answer, api } from "@/api/client";
import { useCommand } from "@/api/use-command";
import { Button } from "@/components/ui/button";

import { sayUnknown } from "./say-unknown";

/** The address of the person who asked: masked until somebody reads it, which the server notes. */
export function FullAddress({ requestId, masked }: { requestId: number; masked: string }) {
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
