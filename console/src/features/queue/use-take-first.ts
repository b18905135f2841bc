import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { runCommand } from "@/api/command";
import { ApiError } from "@/api/error";
import { announce } from "@/components/desk/announcer";
import { claiming } from "@/features/claim/lock-commands";
import { ABOUT_LOCKS } from "@/features/claim/use-claim";
import type { NextItem, NextProblem } from "@/features/claim/use-take-next";
import { useMe } from "@/features/session/use-me";
import { connection, isAway, useConnection } from "@/lib/connection";

/**
 * Takes the first of these items that nobody else has taken meanwhile, and shows it. For My work and filtered lists,
 * which the server's `next` does not support. `none`: the problem to report if none is free.
 */
export function useTakeFirst(candidates: () => readonly number[], show: (taskId: number) => void, none: NextProblem): NextItem {
  const { t } = useTranslation();
  const client = useQueryClient();
  const me = useMe();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<NextProblem | null>(null);
  const away = isAway(useConnection());

  const takeFirst = async (): Promise<NextProblem | null> => {
    if (connection.isAway()) return "offline";
    for (const taskId of candidates()) {
      const sent = await runCommand(client, claiming(client, taskId, me), undefined);
      if (sent.state === "busy") return null;
      if (sent.state === "done") {
        show(taskId);
        announce(t("work.lock.said.mine"));
        return null;
      }
      const code = sent.error instanceof ApiError ? sent.error.code : "";
      if (!ABOUT_LOCKS.has(code)) return code === "too_many_held" ? code : "failed";
    }
    return none;
  };
  const take = async () => {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    const why = await takeFirst();
    setProblem(why);
    if (why) announce(t(`work.next.${why}.title`), "assertive");
    setBusy(false);
  };
  return {
    offered: true,
    take: () => void take(),
    busy,
    problem: problem === "offline" && !away ? null : problem,
    dismiss: () => setProblem(null),
  };
}

/** For lists of others' items and of items put off, which have no next item. */
export const NO_NEXT: NextItem = { offered: false, take: () => undefined, busy: false, problem: null, dismiss: () => undefined };
