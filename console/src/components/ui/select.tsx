import * as Radix from "@radix-ui/react-select";
import { Check, ChevronDown } from "lucide-react";

import { Icon } from "./icon";

interface Props<Value extends string> {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: string }[];
  className?: string;
}

export function Select<Value extends string>({ label, value, onChange, options, className = "" }: Props<Value>) {
  return (
    <Radix.Root value={value} onValueChange={(next) => onChange(next as Value)}>
      <Radix.Trigger className={`select-trigger ${className}`} aria-label={label}>
        <Radix.Value />
        <Icon of={ChevronDown} />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className="menu select-menu" position="popper" sideOffset={4} collisionPadding={8}>
          <Radix.Viewport>
            {options.map((option) => (
              <Radix.Item key={option.value} value={option.value} className="option">
                <Radix.ItemText>{option.label}</Radix.ItemText>
                <Radix.ItemIndicator className="end">
                  <Icon of={Check} />
                </Radix.ItemIndicator>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
