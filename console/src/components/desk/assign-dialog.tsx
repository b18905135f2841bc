import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { Colleague } from "@/api/types";
import { PersonPicker } from "@/components/picker/person-picker";
import { ActionDialog } from "@/components/ui/action-dialog";
import { Button } from "@/components/ui/button";
import { useTyped } from "@/lib/use-typed";

import { DraftLine } from "./draft-line";
import { NoteField } from "./note-field";

/** What was not done, and why; each line names one item where there are several. */
export interface NotDone {
  sentence: string;
  items?: readonly string[];
}

/** To whom the work can go. */
export interface Choice {
  /** Undefined until they are loaded. */
  people: readonly Colleague[] | undefined;
  /** The person at this desk. */
  me: number;
  /** Who is chosen from the start. */
  initial?: number | null;
}

interface Props {
  title: string;
  choice: Choice;
  /** Under which the note is kept. To whom the work goes is chosen anew each time. */
  draftKey: string;
  /** Whether a note is wanted, by whom it goes to; null: to everybody. */
  reasonWanted: (to: number | null) => boolean;
  /** Others hold some of it at this moment, and the person may take it from them. */
  mayTakeOver: boolean;
  /** Null when all was done. */
  onAssign: (to: Colleague, note: string, takeOver: boolean) => Promise<NotDone | null>;
  /** Gives the work back to everybody; left out where it is nobody's. */
  onGiveBack?: ((note: string) => Promise<NotDone | null>) | undefined;
  onClose: () => void;
}

const BLANK = { note: "" };

/** To whom work goes, with a note for them. What was typed is kept until it is done. */
export function AssignDialog({ choice, reasonWanted, onAssign, onGiveBack, onClose, ...props }: Props) {
  const { people, me, initial = null } = choice;
  const { t } = useTranslation();
  const { values, foundAt, type, discard } = useTyped(props.draftKey, BLANK);
  const [chosen, setChosen] = useState<number | null>(initial);
  const [takeOver, setTakeOver] = useState(false);
  const [tried, setTried] = useState<"assign" | "giveBack" | null>(null);
  const [busy, setBusy] = useState(false);
  const [notDone, setNotDone] = useState<NotDone | null>(null);

  const to = people?.find(({ id }) => id === chosen);
  const words = values.note.trim();
  const wanted = reasonWanted(tried === "giveBack" ? null : chosen);

  const run = async (send: () => Promise<NotDone | null>) => {
    setBusy(true);
    const result = await send();
    setBusy(false);
    setNotDone(result);
    if (result !== null) return;
    discard();
    onClose();
  };
  const assign = () => {
    setTried("assign");
    if (to && !busy && (words || !reasonWanted(to.id))) void run(() => onAssign(to, words, takeOver));
  };
  const giveBack = () => {
    setTried("giveBack");
    if (onGiveBack && !busy && (words || !reasonWanted(null))) void run(() => onGiveBack(words));
  };

  return (
    <ActionDialog
      words={{ title: props.title, action: t("people.assign.label") }}
      busy={busy}
      refused={notDone && <Refusal {...notDone} />}
      buttons={
        onGiveBack && (
          <Button className="dialog-note" tone="quiet" disabled={busy} onClick={giveBack}>
            {t("people.assign.giveBack")}
          </Button>
        )
      }
      onSubmit={assign}
      onClose={onClose}
    >
      <PersonPicker
        people={people}
        me={me}
        chosen={chosen}
        onChoose={setChosen}
        error={tried === "assign" && !to ? t("people.picker.choose") : undefined}
      />
      <DraftLine at={foundAt} onDiscard={discard} />
      <NoteField
        label={t(wanted ? "people.reason.label" : "people.assign.note")}
        hint={t(wanted ? "people.reason.hint" : "people.assign.noteHint")}
        error={tried !== null && wanted && !words ? t("people.reason.blank") : undefined}
        value={values.note}
        onChange={(note) => type({ note })}
      />
      {props.mayTakeOver && (
        <label className="check">
          <input type="checkbox" checked={takeOver} onChange={(event) => setTakeOver(event.target.checked)} />
          <span>{t("people.assign.takeOver")}</span>
        </label>
      )}
    </ActionDialog>
  );
}

function Refusal({ sentence, items }: NotDone) {
  return (
    <>
      <p>{sentence}</p>
      {items && (
        <ul className="refused-items">
          {items.map((item, index) => (
            <li key={index} dir="auto">
              {item}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
