import { CalendarDays } from "lucide-react";
import { type ComponentProps, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { clock } from "@/lib/clock";
import { formatTyped, isWhole, readTyped } from "@/lib/typed-days";

import { Icon } from "./icon";

interface Props extends Omit<ComponentProps<"input">, "type" | "value" | "onChange"> {
  /** In the format of native fields: `2026-11-26`, with a time `2026-11-26T14:30`; empty for none. */
  value: string;
  onChange: (value: string) => void;
  /** Receives text that is no date. Without it the value stays unchanged and the field shows an error. */
  onUnreadable?: (text: string) => void;
  withTime?: boolean;
}

/** A day in British order, typed or picked in the browser's calendar. */
export function DateInput({ value, onChange, onUnreadable, withTime = false, className = "", readOnly, ...rest }: Props) {
  const { t } = useTranslation();
  const calendar = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [wrong, setWrong] = useState(false);
  const read = (text: string) => (text.trim() === "" ? "" : readTyped(text, withTime, clock.now()));

  const take = (text: string, isDone: boolean) => {
    const found = read(text);
    setWrong(isDone && found === null);
    setTyped(isDone && found !== null ? null : text);
    if (found === null) onUnreadable?.(text);
    else if (found !== value && (isDone || found === "" || isWhole(text))) onChange(found);
  };
  return (
    <span className={`input-with-button ${className}`}>
      <input
        {...rest}
        className="input"
        inputMode="text"
        autoComplete="off"
        placeholder={t(withTime ? "common.date.momentHint" : "common.date.hint")}
        readOnly={readOnly}
        value={typed ?? formatTyped(value)}
        aria-invalid={wrong ? true : rest["aria-invalid"]}
        onChange={({ target }) => take(target.value, false)}
        onBlur={(event) => {
          if (typed !== null) take(typed, true);
          rest.onBlur?.(event);
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter" && typed !== null) take(typed, true);
          rest.onKeyDown?.(event);
        }}
      />
      <input
        ref={calendar}
        className="date-calendar"
        type={withTime ? "datetime-local" : "date"}
        tabIndex={-1}
        aria-hidden
        disabled={readOnly ? true : rest.disabled}
        value={read(formatTyped(value)) ?? ""}
        onChange={({ target }) => take(target.value, true)}
      />
      <button
        className="btn btn-icon btn-quiet"
        type="button"
        aria-label={t("common.date.pick")}
        disabled={readOnly ? true : rest.disabled}
        onClick={() => calendar.current?.showPicker()}
      >
        <Icon of={CalendarDays} />
      </button>
      {wrong && !onUnreadable && (
        <span className="error" role="alert">
          {t(withTime ? "common.date.momentWrong" : "common.date.wrong")}
        </span>
      )}
    </span>
  );
}
