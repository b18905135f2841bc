import type { RequestDetail, RequestSummary } from "@/api/types";
import { RequestCard } from "@/components/desk/request-card";
import { useGround } from "@/components/desk/use-ground";
import { ItemBody } from "@/features/subject/item-body";

import type { BodyProps, Kind, RowProps } from "./kinds";
import { ReviewRow } from "./review";

/** The row of the review, with the ground of the request. */
function RequestRow({ summary, ...row }: RowProps<RequestSummary>) {
  const ground = useGround(summary.ground);
  return <ReviewRow summary={summary} {...row} badge={ground && <span className="badge is-restricted">{ground}</span>} />;
}

/** The request, then the review that it is about. */
function RequestBody({ subject, assigned, edit }: BodyProps<RequestDetail>) {
  return (
    <ItemBody
      subject={subject}
      screening={subject.screening}
      before={
        <>
          {assigned}
          <RequestCard request={subject.request} />
        </>
      }
      edit={edit}
    />
  );
}

export const restrictionRequest: Kind<"restriction_request"> = { Row: RequestRow, Body: RequestBody };
