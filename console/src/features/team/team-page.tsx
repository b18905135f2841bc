import { UsersRound } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import { titleOf } from "@/api/subjects";
import type { Person, TaskRow } from "@/api/types";
import { HoldKeys } from "@/components/desk/hold-keys";
import { PageHead } from "@/components/layout/page-head";
import { useSelection } from "@/components/table/selection";
import { SelectionBar } from "@/components/table/selection-bar";
import { useWhole } from "@/components/table/source";
import { Button } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { useUser } from "@/features/session/session-context";
import { formatNumber } from "@/lib/dates";
import { useHotkeys } from "@/lib/hotkeys";
import { lazyPart } from "@/lib/lazy-part";
import { addWords } from "@/lib/words";
import { team as words } from "@/lib/words/en/team";

import { TeamTable } from "./team-table";
import { useTeam } from "./use-team";
import { WaitingCard } from "./waiting-card";

const MoveDialog = lazyPart(async () => ({ default: (await import("@/components/desk/move-dialog")).MoveDialog }));

addWords({ team: words });

const idOf = (row: TaskRow) => row.task_id;

/** The items, ages and speed of each person; items can be moved between people by keyboard or pointer. */
export function TeamPage() {
  const { t } = useTranslation();
  const me = useUser().id;
  const team = useTeam();
  const nameOf = (row: TaskRow) => titleOf(row.summary) ?? t("work.item.untitled");
  const selection = useSelection(idOf, nameOf);
  const [moving, setMoving] = useState<{ to: Person | null } | null>(null);
  const members = team.data?.members;
  const source = useWhole(team, members);

  const selected = selection.rows;
  const move = (to: Person | null = null) => selected.length > 0 && setMoving({ to });
  useHotkeys("lists", selected.length > 0 ? [{ keys: "m", label: t("people.select.keyMove"), run: () => move() }] : []);

  const onDuty = members?.filter((member) => member.on_duty).length ?? 0;
  const facts = members && [t("team.facts", { people: formatNumber(members.length), onDuty: formatNumber(onDuty) })];
  return (
    <>
      <PageHead title={t("navigation.team")} facts={facts ?? []} />
      <div className="page stack">
        {members?.length === 0 ? (
          <Empty icon={UsersRound} title={t("team.empty")} />
        ) : (
          <TeamTable team={source} selection={selection} onDrop={move} />
        )}
        <WaitingCard waiting={team.data?.waiting} />
        {selected.length > 0 && (
          <SelectionBar selection={selection}>
            <Button tone="primary" hotkey="m" onClick={() => move()}>
              {t("team.move")}
            </Button>
          </SelectionBar>
        )}
      </div>
      <Suspense fallback={<HoldKeys />}>
        {moving && members && (
          <MoveDialog
            rows={selected}
            team={members}
            me={me}
            to={moving.to}
            onDone={(taskIds) => selection.set(selected.filter((row) => taskIds.includes(row.task_id)), false)}
            onClose={() => setMoving(null)}
          />
        )}
      </Suspense>
    </>
  );
}
