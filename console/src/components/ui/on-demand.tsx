import { type ComponentProps, type ComponentType, type ReactElement, Suspense, useState } from "react";

import { lazyPart } from "@/lib/lazy-part";

import type { OpenedBy } from "./menu";

export type TriggerProps = ComponentProps<"button">;

/** The props of a menu that is loaded on demand: its button. The menu is open from the start. */
export interface OnDemandProps {
  trigger: ReactElement;
  openedBy: OpenedBy;
}

/**
 * A button whose menu is loaded on hover, focus or click. `Trigger` is the button, before and within the menu.
 * `presses`: how often its key was pressed; each press opens the menu.
 */
export function onDemand<Props extends object>(
  Trigger: ComponentType<TriggerProps>,
  load: () => Promise<ComponentType<Props & OnDemandProps>>,
): ComponentType<Props & { presses?: number }> {
  const Loaded = lazyPart(async () => ({ default: await load() }));
  const fetchAhead = () => void load().catch(() => undefined); // opening it loads it again, and waits

  return function OnDemand({ presses = 0, ...rest }: Props & { presses?: number }) {
    const props = rest as unknown as Props;
    const [clickedBy, setClickedBy] = useState<OpenedBy>();
    const openedBy = presses > 0 ? "keys" : clickedBy;
    const waiting = (
      <Trigger
        aria-haspopup="menu"
        aria-expanded={false}
        onPointerEnter={fetchAhead}
        onFocus={fetchAhead}
        onClick={({ detail }) => setClickedBy(detail === 0 ? "keys" : "pointer")} // Enter and Space click 0 times
      />
    );
    return openedBy ? (
      <Suspense fallback={waiting}>
        <Loaded key={presses} {...props} trigger={<Trigger />} openedBy={openedBy} />
      </Suspense>
    ) : (
      waiting
    );
  };
}
