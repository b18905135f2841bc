import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { read } from "@/api/queries";
import { useFailure } from "@/api/use-failure";
import { Dialog } from "@/components/ui/dialog";
import { LoadFailed } from "@/components/ui/load-failed";
import { Skeleton } from "@/components/ui/skeleton";
import { Timeline } from "@/features/process/timeline";

interface Props {
  ticketId: number;
  onClose: () => void;
}

/** The history of a ticket over all its processes: each time that it is opened again begins another. Newest first. */
export function WholeStory({ ticketId, onClose }: Props) {
  const { t } = useTranslation();
  const story = useQuery(read("/api/tickets/{ticket_id}/story", { path: { ticket_id: ticketId } }));
  const failure = useFailure(story);
  return (
    <Dialog wide title={t("conversation.story.title")} onClose={onClose}>
      {story.data ? (
        <div className="stack">
          {story.data.map((chapter, index) => (
            <section key={chapter.id} className="stack-s">
              {story.data.length > 1 && (
                <h3>{index === 0 ? t("conversation.story.first") : t("conversation.story.nth", { number: index })}</h3>
              )}
              <Timeline events={chapter.events} source={t("conversation.story.client")} />
            </section>
          )).reverse()}
        </div>
      ) : failure.error === null ? (
        <Skeleton width="60%" />
      ) : (
        <LoadFailed title={t("conversation.story.failed")} error={failure.error} onRetry={failure.retry} retrying={failure.retrying} />
      )}
    </Dialog>
  );
}
