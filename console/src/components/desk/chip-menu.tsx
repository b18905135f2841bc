import * as Radix from "@radix-ui/react-dropdown-menu";
import { Check, ChevronDown } from "lucide-react";

import { Icon } from "@/components/ui/icon";

export interface ChipOption {
  value: string;
  label: string;
}

interface Props {
  /** What is chosen among, for screen readers: the chip itself shows the choice. */
  label: string;
  value: string;
  /** What the chip shows while nothing is chosen. */
  idle: string;
  /** The first of them filters nothing. */
  options: readonly [ChipOption, ...ChipOption[]];
  onChange: (value: string) => void;
}

/** A filter as a chip that opens into its choices. */
export function ChipMenu({ label, value, idle, options, onChange }: Props) {
  const chosen = options.find((option) => option.value === value) ?? options[0];
  const on = chosen !== options[0];
  return (
    <Radix.Root>
      <Radix.Trigger className="chip" aria-label={`${label}: ${chosen.label}`} data-on={on || undefined}>
        <bdi className="cut">{on ? chosen.label : idle}</bdi>
        <Icon of={ChevronDown} />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className="menu chip-menu" align="start" sideOffset={4} collisionPadding={8} loop>
          <Radix.RadioGroup value={chosen.value} onValueChange={onChange}>
            {options.map((option) => (
              <Radix.RadioItem key={option.value} value={option.value} className="option">
                <bdi className="cut">{option.label}</bdi>
                <Radix.ItemIndicator className="end">
                  <Icon of={Check} />
                </Radix.ItemIndicator>
              </Radix.RadioItem>
            ))}
          </Radix.RadioGroup>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
