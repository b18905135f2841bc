import { type ComponentProps, useRef, useState } from "react";
import type { ControllerRenderProps } from "react-hook-form";
import { useTranslation } from "react-i18next";

import type { Person } from "@/api/types";
import { useCaret, useOffers } from "@/components/form/use-offers";
import { Avatar } from "@/components/ui/avatar";

import { askedFor } from "./named-in";

interface Props extends Omit<ComponentProps<"textarea">, "ref"> {
  field: ControllerRenderProps<{ text: string; to: string }, "text">;
  people: readonly Person[];
}

const SHOWN = 6;

/** The text field of a note. After `@` it lists the colleagues who may see the item. */
export function NoteText({ field: { ref, ...field }, people, ...control }: Props) {
  const { t } = useTranslation();
  const area = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState(0);
  const moveCaret = useCaret(area);
  const text = field.value;
  const asked = askedFor(text, caret);
  const found = asked ? people.filter(({ name }) => ` ${name.toLowerCase()}`.includes(` ${asked.words}`)).slice(0, SHOWN) : [];
  const choose = ({ name }: Person) => {
    if (!asked) return;
    const before = `${text.slice(0, asked.from)}@${name} `;
    field.onChange(before + text.slice(caret));
    setCaret(before.length);
    moveCaret(before.length);
  };
  const offers = useOffers({ asked, found, choose });
  const note = ({ currentTarget }: { currentTarget: HTMLTextAreaElement }) => setCaret(currentTarget.selectionStart);
  return (
    <div className="offering">
      <textarea
        {...control}
        {...field}
        ref={(element) => {
          area.current = element;
          ref(element);
        }}
        className="textarea"
        rows={3}
        dir="auto"
        maxLength={LONGEST}
        {...offers.control}
        onChange={(event) => {
          field.onChange(event);
          offers.reset();
          note(event);
        }}
        onSelect={note}
        onKeyDown={offers.press}
      />
      {offers.isOpen && (
        <div className="offers" id={offers.id} role="listbox" aria-label={t("work.note.people")}>
          {found.map((person, index) => (
            <div
              key={person.id}
              id={`${offers.id}-${index}`}
              role="option"
              tabIndex={-1}
              className="option"
              aria-selected={index === offers.at}
              data-highlighted={index === offers.at ? "" : undefined}
              // choose before the text loses the focus
              onMouseDown={(event) => {
                event.preventDefault();
                choose(person);
              }}
            >
              <Avatar name={person.name} />
              <bdi className="cut">{person.name}</bdi>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

const LONGEST = 5_000; // the server's limit, in characters
