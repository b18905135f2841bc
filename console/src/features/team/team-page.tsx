import { UsersRound } from "lucide-react";
import { Suspense, useCallback, useState } from "react";
import { useTranslation } from "react-i18next";

import type { Person, TaskRow } from "@/api/types";
import { HoldKeys } from "@/components/desk/hold-keys";
import { PageHead } from "@/components/layout/page-head";
import { Button } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { LoadFailed } from "@/components/ui/load-failed";
import { useUser } from "@/features/session/session-context";
import { formatNumber } from "@/lib/dates";
import { useHotkeys } from "@/lib/hotkeys";
import { lazyPart } from "@/lib/lazy-part";

import { TeamTable } from "./team-table";
import styles from "./team.module.css";
import { useTeam } from "./use-team";

const MoveDialog = lazyPart(async () => ({ default: (await import("./move-dialog")).MoveDialog }));

/** Who has how much, how old and how fast; from here work is moved from one to another, by keys or by the pointer. */
export function TeamPage() {
  const { t } = useTranslation();
  const me = useUser().id;
  const team = useTeam();
  const [selected, setSelected] = useState<ReadonlyMap<number, TaskRow>>(new Map());
  const [moving, setMoving] = useState<{ to: Person | null } | null>(null);
  const { data } = team;

  const toggle = useCallback((row: TaskRow) => {
    setSelected((before) => {
      const after = new Map(before);
      if (!after.delete(row.task_id)) after.set(row.task_id, row);
      return after;
    });
  }, []);
  const forget = (taskIds: number[]) =>
    setSelected((before) => new Map([...before].filter(([id]) => !taskIds.includes(id))));
  const clear = () => setSelected(new Map());
  const move = (to: Person | null = null) => selected.size > 0 && setMoving({ to });

  useHotkeys("lists", [
    { keys: "j", label: t("work.keys.down"), run: () => step(1), repeat: true },
    { keys: "k", label: t("work.keys.up"), run: () => step(-1), repeat: true },
    { keys: "x", label: t("people.select.key"), run: press },
    ...(selected.size > 0
      ? [
          { keys: "m", label: t("people.select.keyMove"), run: () => move() },
          { keys: "Escape", label: t("people.select.keyClear"), run: clear },
        ]
      : []),
  ]);

  const onDuty = data?.filter((member) => member.on_duty).length ?? 0;
  const facts = data && [t("people.team.facts", { people: formatNumber(data.length), onDuty: formatNumber(onDuty) })];
  return (
    <>
      <PageHead title={t("navigation.team")} facts={facts ?? []} />
      <div className="page stack">
        {team.isError && !data ? (
          <LoadFailed
            title={t("people.team.failed")}
            error={team.error}
            onRetry={() => void team.refetch()}
            retrying={team.isFetching}
          />
        ) : data?.length === 0 ? (
          <Empty icon={UsersRound} title={t("people.team.empty")} />
        ) : (
          <TeamTable team={data} me={me} selected={selected} onToggle={toggle} onDrop={move} />
        )}
        {selected.size > 0 && (
          <div className={`row ${styles.bar}`} role="group" aria-label={t("people.select.count", { count: selected.size })}>
            <span className="strong" role="status">
              {t("people.select.count", { count: selected.size })}
            </span>
            <Button tone="quiet" onClick={clear}>
              {t("people.select.clear")}
            </Button>
            <Button tone="primary" hotkey="m" onClick={() => move()}>
              {t("people.team.move")}
            </Button>
          </div>
        )}
      </div>
      <Suspense fallback={<HoldKeys />}>
        {moving && data && (
          <MoveDialog
            rows={[...selected.values()]}
            team={data}
            me={me}
            to={moving.to}
            onDone={forget}
            onClose={() => setMoving(null)}
          />
        )}
      </Suspense>
    </>
  );
}

/** To the next or the previous person or item, in the order in which they stand. */
function step(by: 1 | -1): void {
  const all = [...document.querySelectorAll<HTMLElement>("main [data-step]")];
  const at = all.findIndex((element) => element === document.activeElement);
  const to = at === -1 ? 0 : Math.min(all.length - 1, Math.max(0, at + by));
  all[to]?.focus();
}

/** Selects the item that has the focus. */
function press(): void {
  const focused = document.activeElement;
  if (focused instanceof HTMLInputElement && focused.matches("main [data-task]")) focused.click();
}
