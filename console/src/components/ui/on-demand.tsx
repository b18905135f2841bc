import { type ComponentProps, type ComponentType, type ReactElement, Suspense, useState } from "react";

import { lazyPart } from "@/lib/lazy-part";

export type TriggerProps = ComponentProps<"button">;

/** What a menu that comes on demand is given: its button. It is open from the start. */
export interface OnDemandProps {
  trigger: ReactElement;
}

/**
 * A button whose menu is loaded when somebody reaches for it. `Trigger` is the button, before and within the menu.
 * `presses`: how often its key was pressed; each press opens the menu.
 */
export function onDemand<Props extends object>(
  Trigger: ComponentType<TriggerProps>,
  load: () => Promise<ComponentType<Props & OnDemandProps>>,
): ComponentType<Props & { presses?: number }> {
  const Loaded = lazyPart(async () => ({ default: await load() }));
  const fetchAhead = () => void load().catch(() => undefined); // who opens it waits for it

  return function OnDemand({ presses = 0, ...rest }: Props & { presses?: number }) {
    const props = rest as unknown as Props;
    const [wanted, setWanted] = useState(false);
    const waiting = (
      <Trigger
        aria-haspopup="menu"
        aria-expanded={false}
        onPointerEnter={fetchAhead}
        onFocus={fetchAhead}
        onClick={() => setWanted(true)}
      />
    );
    return wanted || presses > 0 ? (
      <Suspense fallback={waiting}>
        <Loaded key={presses} {...props} trigger={<Trigger />} />
      </Suspense>
    ) : (
      waiting
    );
  };
}
