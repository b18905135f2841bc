import { ChevronDown } from "lucide-react";
import { type ComponentProps, Suspense, useState } from "react";

import { Icon } from "@/components/ui/icon";
import { lazyPart } from "@/lib/lazy-part";

interface ChipOption {
  value: string;
  label: string;
}

export interface ChipMenuProps {
  /** The name of the filter, for screen readers; the chip itself shows only the choice. */
  label: string;
  value: string;
  /** Shown while nothing is chosen. */
  idle: string;
  /** The first option filters nothing. */
  options: readonly [ChipOption, ...ChipOption[]];
  onChange: (value: string) => void;
}

const load = () => import("./chip-choices");
const ChipChoices = lazyPart(async () => ({ default: (await load()).ChipChoices }));
const fetchAhead = () => void load().catch(() => undefined); // a failure shows when the menu is opened

/** A filter as a chip that opens a menu of choices, loaded on hover or focus. */
export function ChipMenu(props: ChipMenuProps) {
  const [wanted, setWanted] = useState(false);
  const waiting = (
    <Chip
      {...chipOf(props)}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={fetchAhead}
      onFocus={fetchAhead}
      onClick={() => setWanted(true)}
    />
  );
  if (!wanted) return waiting;
  return (
    <Suspense fallback={waiting}>
      <ChipChoices {...props} trigger={<Chip {...chipOf(props)} />} />
    </Suspense>
  );
}

function chipOf({ label, value, idle, options }: ChipMenuProps) {
  const chosen = options.find((option) => option.value === value) ?? options[0];
  const on = chosen !== options[0];
  return { name: `${label}: ${chosen.label}`, text: on ? chosen.label : idle, on };
}

interface ChipProps extends ComponentProps<"button"> {
  name: string;
  text: string;
  on: boolean;
}

/** A filter in the toolbar: `name` is read out, `text` is shown, `on`: the filter narrows the list. */
export function Chip({ name, text, on, ...rest }: ChipProps) {
  return (
    <button type="button" className="chip" data-on={on || undefined} {...rest} aria-label={name}>
      <bdi className="cut">{text}</bdi>
      <Icon of={ChevronDown} />
    </button>
  );
}
