import { useId } from "react";
import { useTranslation } from "react-i18next";

import { FieldError } from "@/components/ui/field-error";
import { RequiredMark } from "@/components/ui/field-label";

import { ALL_STARS, STAR_SHAPE } from "./stars";

interface Props {
  label: string;
  /** If false, a choice can be cleared again. */
  required: boolean;
  /** "1" to "5"; empty if none is chosen. */
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}

/** A star rating as a radio group: click, or arrow keys. */
export function StarChoice({ label, required, value, onChange, error }: Props) {
  const { t } = useTranslation();
  const name = useId();
  const choice = (key: string) => ({
    type: "radio",
    name,
    value: key,
    checked: value === key,
    "aria-invalid": error ? (true as const) : undefined,
    "aria-describedby": error && `${name}-error`,
    onChange: () => onChange(key),
  });
  return (
    <fieldset className="choice field">
      <legend className="label">
        {label} {required && <RequiredMark />}
      </legend>
      <div className="star-choice stars stars-l">
        {ALL_STARS.map((star) => (
          <label key={star} title={t("work.stars.label", { rating: star })}>
            <input {...choice(String(star))} aria-label={t("work.stars.label", { rating: star })} />
            <svg viewBox="0 0 12 12" className={star <= Number(value) ? "on" : undefined} aria-hidden>
              <path d={STAR_SHAPE} />
            </svg>
          </label>
        ))}
        {!required && (
          <label className="star-none">
            <input {...choice("")} />
            {t("work.stars.none")}
          </label>
        )}
      </div>
      {error && <FieldError id={`${name}-error`}>{error}</FieldError>}
    </fieldset>
  );
}
