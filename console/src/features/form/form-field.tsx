import { type ReactNode, useState } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";

import { StarChoice } from "@/components/desk/star-choice";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { formatNumber } from "@/lib/dates";
import { lengthOf } from "@/lib/length";

import type { FormField as Shape } from "./fields";

interface Props {
  field: Shape;
  control: UseFormRegisterReturn;
  value: string | boolean;
  error: string | undefined;
}

const INPUT_TYPES = { text: "text", number: "number", integer: "number", date: "date", moment: "datetime-local" } as const;
const NEARLY_FULL = 0.9; // from this share on, the number of characters is shown

/** One field of a server-defined form, with the control that fits its kind. */
export function FormField({ field, control, value, error }: Props) {
  const { t } = useTranslation();
  const [changed, setChanged] = useState(false);
  if (field.kind === "switch")
    return (
      <label className="check wide">
        <input type="checkbox" {...control} />
        <span>{field.title}</span>
      </label>
    );

  if (field.kind === "stars")
    return (
      <StarChoice
        label={field.title}
        required={field.required}
        value={String(value)}
        // report the value by name: the library would read the last radio button's value
        onChange={(stars) => void control.onChange({ target: { name: field.name, value: stars } })}
        error={error}
      />
    );

  const choice = field.choices.find(({ key }) => key === value);
  // a description that also prefills another field is not shown twice
  const chosen = choice && Object.values(choice.prefill).includes(choice.description ?? "") ? null : choice?.description;
  const full = fullness(field, value);
  const hint = full ?? chosen ?? field.hint ?? field.description;
  if (field.folded && !changed && !error)
    return (
      <div className="wide folded-field" role="group" aria-label={field.title}>
        <p>
          <span className="label">{field.title}</span>
          <Button size="s" tone="quiet" aria-label={t("work.form.changeField", { field: field.title })} onClick={() => setChanged(true)}>
            {t("work.form.change")}
          </Button>
        </p>
        <p className="soft" dir="auto">
          {value || field.description}
        </p>
      </div>
    );
  return (
    <div className={isWide(field) ? "wide" : undefined} ref={changed ? focusWithin : undefined}>
      <Field label={field.title} required={field.required} hint={hint && <Hint text={hint} count={field.counted && !full && typeof value === "string" ? lengthOf(value) : 0} />} error={error}>
        {(props) => <Control field={field} {...props} {...control} />}
      </Field>
    </div>
  );
}

function Hint({ text, count }: { text: ReactNode; count: number }) {
  return (
    <>
      <bdi>{text}</bdi>
      {count > 0 && <bdi className="end n">{formatNumber(count)}</bdi>}
    </>
  );
}

/** Once a folded field is opened, focus its text box. */
const focusWithin = (element: HTMLElement | null) => element?.querySelector("textarea")?.focus();

/** A choice that fills other fields takes half the width, beside the first of them. */
function isWide({ kind, choices }: Shape): boolean {
  return kind === "textarea" || (kind === "choice" && choices.every(({ prefill }) => Object.keys(prefill).length === 0));
}

type ControlProps = UseFormRegisterReturn & { field: Shape; id: string };

function Control({ field, ...control }: ControlProps) {
  const { t } = useTranslation();
  switch (field.kind) {
    case "choice":
      return (
        <select className="select" {...control}>
          <option value="">{t("work.form.choose")}</option>
          {field.choices.map((choice) => (
            <option key={choice.key} value={choice.key}>
              {choice.title}
            </option>
          ))}
        </select>
      );
    case "textarea":
      return <textarea className="textarea" rows={field.required ? 3 : 2} dir="auto" {...control} />;
    case "stars":
    case "switch":
      return null;
    default:
      return <input className="input" type={INPUT_TYPES[field.kind]} dir="auto" placeholder={field.placeholder ?? undefined} {...control} />;
  }
}

/** `4812 / 5000`, once the limit is near. */
function fullness({ maxLength }: Shape, value: string | boolean): string | null {
  if (maxLength === null || typeof value !== "string") return null;
  const length = lengthOf(value);
  return length > maxLength * NEARLY_FULL ? `${length} / ${maxLength}` : null;
}
