import { type ComponentProps, type ComponentType, type ReactElement, Suspense, useState } from "react";

import { lazyPart } from "@/lib/lazy-part";

export type TriggerProps = ComponentProps<"button">;

/** What a menu that comes on demand is given: its button. It is open from the start. */
export interface OnDemandProps {
  trigger: ReactElement;
}

/** A button whose menu is loaded when somebody reaches for it. `Trigger` is the button, before and within the menu. */
export function onDemand<Props extends object>(
  Trigger: ComponentType<TriggerProps>,
  load: () => Promise<ComponentType<Props & OnDemandProps>>,
): ComponentType<Props> {
  const Loaded = lazyPart(async () => ({ default: await load() }));
  const fetchAhead = () => void load().catch(() => undefined); // who opens it waits for it

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
