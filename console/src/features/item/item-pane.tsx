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
  /** True if the list contains the item; its polls then keep the item's state current. */
  listed: boolean;
  next: NextItem;
  moves: Moves;
}

/** The right side of the desk: the item, or that it is loading, missing or forbidden. */
export function ItemPane({ taskId: asked, listed, next, moves: given }: Props) {
  const { t } = useTranslation();
  const { taskId, shown, seat, goesOn, task } = useStep(asked, listed);
  // the list contains the step that was opened, not the step that followed it
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
