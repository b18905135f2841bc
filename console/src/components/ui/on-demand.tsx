import { type ComponentProps, type ComponentType, type ReactElement, Suspense, useState } from "react";

import { lazyPart } from "@/lib/lazy-part";

import type { OpenedBy } from "./menu";

export type TriggerProps = ComponentProps<"button">;

/** The props of a menu that is loaded on demand: its button, and what opened it. The menu is open from the start. */
export interface OnDemandProps {
  trigger: ReactElement;
  openedBy: OpenedBy;
}

/**
 * A button whose menu is loaded on hover, focus or click. `Trigger` is the button, before and after the menu is loaded.
 * `presses`: how often its key was pressed; each press opens the menu.
 */
export function onDemand<Props extends object>(
  Trigger: ComponentType<TriggerProps>,
  load: () => Promise<ComponentType<Props & OnDemandProps>>,
): ComponentType<Props & { presses?: number }> {
  const Loaded = lazyPart(async () => ({ default: await load() }));
  // a failure here is ignored: opening the menu loads it again
  const fetchAhead = () => void load().catch(() => undefined);

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
        // Enter and Space click with `detail` 0
        onClick={({ detail }) => setClickedBy(detail === 0 ? "keys" : "pointer")}
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
