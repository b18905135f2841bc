import { SearchX } from "lucide-react";
import { useEffect, useMemo } from "react";
import { useTranslation } from "react-i18next";

import { ApiError, isMissing } from "@/api/error";
import { useFailure } from "@/api/use-failure";
import { Empty } from "@/components/ui/empty";
import { LoadFailed } from "@/components/ui/load-failed";
import { NextButton } from "@/features/claim/next-button";
import type { NextItem } from "@/features/claim/use-take-next";
import type { Moves } from "@/features/tasks/moves";
import { markSeen } from "@/features/tasks/seen";

import { Item } from "./item";
import { ItemSkeleton } from "./item-skeleton";
import { useStep } from "./use-step";

interface Props {
  taskId: number;
  /** Whether the list shows it, and says what happens to it. */
  listed: boolean;
  next: NextItem;
  moves: Moves;
}

/** The right side of the desk: an item, on its way, not there, or not to be had. */
export function ItemPane({ taskId: asked, listed, next, moves: given }: Props) {
  const { t } = useTranslation();
  const { taskId, shown, seat, goesOn, task } = useStep(asked, listed);
  // the place in the list is that of the step that was asked for
  const moves = useMemo(() => ({ onward: () => given.onward(asked), back: () => given.back(asked) }), [given, asked]);
  const failure = useFailure(task);
  useEffect(() => markSeen(taskId), [taskId]);

  if (shown) return <Item key={seat} task={shown} goesOn={goesOn} next={next} moves={moves} />;
  if (failure.error === null) return <ItemSkeleton />;
  const missing = isMissing(failure.error);
  if (missing || (failure.error instanceof ApiError && failure.error.status === 403))
    return (
      <Empty
        icon={SearchX}
        title={t(missing ? "work.item.missing" : "work.item.forbidden")}
        actions={<NextButton next={next} primary size="m" />}
      >
        {t(missing ? "work.item.missingText" : "work.item.forbiddenText")}
      </Empty>
    );
  return (
    <LoadFailed
      title={t("work.item.failed")}
      error={failure.error}
      onRetry={failure.retry}
      retrying={failure.retrying}
    />
  );
}
