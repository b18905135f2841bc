import { type ComponentProps, type ComponentType, type ReactElement, Suspense, useState } from "react";

import { lazyPart } from "@/lib/lazy-part";

export type TriggerProps = ComponentProps<"button">;

/** The props of a menu that is loaded on demand: its button. The menu is open from the start. */
export interface OnDemandProps {
  trigger: ReactElement;
}

/** A button whose menu is loaded on hover, focus or click. `Trigger` is the button, before and within the menu. */
export function onDemand<Props extends object>(
  Trigger: ComponentType<TriggerProps>,
  load: () => Promise<ComponentType<Props & OnDemandProps>>,
): ComponentType<Props> {
  const Loaded = lazyPart(async () => ({ default: await load() }));
  const fetchAhead = () => void load().catch(() => undefined); // opening it loads it again, and waits

  return function OnDemand(props: Props) {
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
    return wanted ? (
      <Suspense fallback={waiting}>
        <Loaded {...props} trigger={<Trigger />} />
      </Suspense>
    ) : (
      waiting
    );
  };
}
