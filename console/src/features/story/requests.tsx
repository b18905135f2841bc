import { useTranslation } from "react-i18next";

import type { RestrictionRequest } from "@/api/types";
import { RequestCard } from "@/components/desk/request-card";

/** What was asked about the review, in the order in which it came. */
export function Requests({ requests }: { requests: readonly RestrictionRequest[] }) {
  const { t } = useTranslation();
  if (requests.length === 0) return null;
  return (
    <section className="stack" aria-label={t("story.requests")}>
      {requests.map((request) => (
        <RequestCard key={request.id} request={request} />
      ))}
    </section>
  );
}
