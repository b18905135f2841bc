import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";

import type { Colleague } from "@/api/types";
import { TextField } from "@/components/form/fields";
import { FormDialog } from "@/components/form/form-dialog";
import { useFormWithDraft } from "@/components/form/use-form-with-draft";
import { PersonPicker } from "@/components/picker/person-picker";
import { Button } from "@/components/ui/button";

/** What was not done, and why; each line names one item where there are several. */
export interface NotDone {
  sentence: string;
  items?: readonly string[];
}

/** To whom the work can go. */
interface Choice {
  /** Undefined until they are loaded. */
  people: readonly Colleague[] | undefined;
  /** The person at this desk. */
  me: number;
  /** Who is chosen from the start. */
  initial?: number | null;
  /** Why nobody else is offered. */
  about?: string | undefined;
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
  const [chosen, setChosen] = useState<number | null>(initial);
  const [takeOver, setTakeOver] = useState(false);
  const [givingBack, setGivingBack] = useState(false);
  const [notDone, setNotDone] = useState<NotDone | null>(null);

  const to = people?.find(({ id }) => id === chosen);
  const wanted = reasonWanted(chosen);
  const blank = t("work.form.fill");
  // the note is checked where a person is chosen; until then the picker says what is missing
  const schema = useMemo(() => z.object({ note: z.string().trim().min(wanted && to ? 1 : 0, blank) }), [wanted, to, blank]);
  const form = useFormWithDraft({ draft: props.draftKey, blank: BLANK, schema });
  const { methods, discard } = form;

  const run = async (send: () => Promise<NotDone | null>) => {
    const result = await send();
    setNotDone(result);
    if (result !== null) return;
    discard();
    onClose();
  };
  const giveBack = async () => {
    const note = methods.getValues("note").trim();
    if (!onGiveBack) return;
    if (!note && reasonWanted(null)) {
      methods.setError("note", { message: blank }, { shouldFocus: true });
      return;
    }
    setGivingBack(true);
    await run(() => onGiveBack(note));
    setGivingBack(false);
  };

  return (
    <FormDialog
      words={{ title: props.title, action: t("people.assign.label") }}
      of={form}
      refused={notDone && <Refusal {...notDone} />}
      beside={{
        busy: givingBack,
        button: onGiveBack && (
          <Button
            className="dialog-note"
            tone="quiet"
            disabled={givingBack || methods.formState.isSubmitting}
            onClick={() => void giveBack()}
          >
            {t("people.assign.giveBack")}
          </Button>
        ),
      }}
      onSubmit={({ note }) => to && run(() => onAssign(to, note, takeOver))}
      onClose={onClose}
    >
      <PersonPicker
        people={people}
        me={me}
        chosen={chosen}
        onChoose={setChosen}
        error={methods.formState.isSubmitted && !to ? t("people.picker.choose") : undefined}
      />
      {choice.about && <p className="soft">{choice.about}</p>}
      <TextField
        name="note"
        label={t(wanted ? "people.reason.label" : "people.assign.note")}
        hint={t(wanted ? "people.reason.hint" : "people.assign.noteHint")}
      />
      {props.mayTakeOver && (
        <label className="check">
          <input type="checkbox" checked={takeOver} onChange={(event) => setTakeOver(event.target.checked)} />
          <span>{t("people.assign.takeOver")}</span>
        </label>
      )}
    </FormDialog>
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
