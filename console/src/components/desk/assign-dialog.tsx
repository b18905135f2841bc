import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";

import type { Colleague } from "@/api/types";
import { TextField } from "@/components/form/fields";
import { FormDialog } from "@/components/form/form-dialog";
import { useFormWithDraft } from "@/components/form/use-form-with-draft";
import { PersonPicker } from "@/components/picker/person-picker";
import { Button } from "@/components/ui/button";

/** What was not done, and why; each line names one item if there are several. */
export interface NotDone {
  sentence: string;
  items?: readonly string[];
}

/** The people to whom the work can be assigned. */
interface Choice {
  /** Undefined while loading. */
  people: readonly Colleague[] | undefined;
  /** The id of the signed-in person. */
  me: number;
  /** The person who is selected when it opens. */
  initial?: number | null;
  /** Why no other people are offered. */
  about?: string | undefined;
}

interface Props {
  title: string;
  choice: Choice;
  /** The key under which the note's draft is stored. The chosen person is not stored. */
  draftKey: string;
  /** Whether the note is required for this person; null: for giving the work back. */
  reasonWanted: (to: number | null) => boolean;
  /** Others hold some of the items, and the person may take them over. */
  mayTakeOver: boolean;
  /** Resolves to null if everything was done. */
  onAssign: (to: Colleague, note: string, takeOver: boolean) => Promise<NotDone | null>;
  /** Unassigns the work; left out if nobody has it. */
  onGiveBack?: ((note: string) => Promise<NotDone | null>) | undefined;
  onClose: () => void;
}

const BLANK = { note: "" };

/** Chooses a person for the work, with a note for them. The note is stored as a draft until the work is assigned. */
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
  // the note is required only once a person is chosen; until then the picker says what is missing
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
