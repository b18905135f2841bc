import { useQuery } from "@tanstack/react-query";
import { Layers } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { useFailure } from "@/api/use-failure";
import { Button } from "@/components/ui/button";
import { LoadFailed } from "@/components/ui/load-failed";
import { Skeleton } from "@/components/ui/skeleton";

import { AuthorAndCopies } from "./beside";
import { storyQuery } from "./use-story";

/** Reviews by the same author and with the same words, looked for when somebody asks. */
export function LookBeside({ reviewId }: { reviewId: number }) {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState(false);
  const story = useQuery({ ...storyQuery(reviewId), enabled: wanted });
  const failure = useFailure(story);
  if (!wanted)
    return (
      <div className="at-text">
        <Button size="s" tone="quiet" icon={Layers} onClick={() => setWanted(true)}>
          {t("story.beside.show")}
        </Button>
      </div>
    );
  if (story.data) return <AuthorAndCopies story={story.data} />;
  if (failure.error !== null)
    return (
      <LoadFailed
        title={t("story.beside.failed")}
        error={failure.error}
        onRetry={failure.retry}
        retrying={failure.retrying}
      />
    );
  return (
    <div role="status" aria-label={t("common.loading")}>
      <Skeleton width="60%" />
    </div>
  );
}
