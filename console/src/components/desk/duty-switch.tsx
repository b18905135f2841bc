import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { answer, api } from "@/api/client";
import { read } from "@/api/queries";
import type { DashboardFigures, Member, Person, Team } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { Switch } from "@/components/ui/switch";
import { notify, notifyFailure } from "@/lib/notifications";

const UNDO_MS = 30_000;

/** The switch that puts a person on or off duty; a word says if they are off duty. `short`: without the word. */
export function DutySwitch({ member, short = false }: { member: Member; short?: boolean }) {
  const { t } = useTranslation();
  const { busy, put } = useDuty(member.person);
  return (
    <Switch on={member.on_duty} label={t("people.duty.of", { name: member.person.name })} busy={busy} onSwitch={put}>
      {!short && (member.on_duty ? <span className="paper-only">{t("people.duty.on")}</span> : t("people.duty.off"))}
    </Switch>
  );
}

/** Puts a colleague on or off duty. The notification names them and can undo it. */
function useDuty({ id, name }: Person) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { run, busy } = useCommand({
    name: `duty ${id}`,
    send: async (onDuty: boolean) => {
      await answer(api.PUT("/api/team/{user_id}/duty", { params: { path: { user_id: id } }, body: { on_duty: onDuty } }));
    },
    // an answer in flight may be older than this change
    begun: () => {
      void client.cancelQueries(read("/api/team"));
      void client.cancelQueries(read("/api/dashboard"));
    },
    done: (_, onDuty) => {
      const switched = (members: Member[]) =>
        members.map((member) => (member.person.id === id ? { ...member, on_duty: onDuty } : member));
      client.setQueryData(read("/api/team").queryKey, (all: Team | undefined) => all && { ...all, members: switched(all.members) });
      client.setQueryData(
        read("/api/dashboard").queryKey,
        (all: DashboardFigures | undefined) => all && { ...all, team: all.team && switched(all.team) },
      );
      notify(t(onDuty ? "people.duty.madeOn" : "people.duty.madeOff", { name }), {
        label: t("undo.label"),
        run: () => void run(!onDuty),
        forMs: UNDO_MS,
      });
    },
    refused: () => notifyFailure(t("people.duty.failed")),
  });
  return { busy, put: (onDuty: boolean) => void run(onDuty) };
}
