import * as Radix from "@radix-ui/react-dropdown-menu";
import { Check } from "lucide-react";
import type { ReactElement } from "react";

import { Icon } from "@/components/ui/icon";

import type { ChipMenuProps } from "./chip-menu";

/** The menu of a chip's choices, open from the start. */
export function ChipChoices({ value, options, onChange, trigger }: ChipMenuProps & { trigger: ReactElement }) {
  return (
    <Radix.Root defaultOpen modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className="menu chip-menu" align="start" sideOffset={4} collisionPadding={8} loop>
          <Radix.RadioGroup value={value} onValueChange={onChange}>
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
