import { Suspense, useSyncExternalStore } from "react";

import { lazyPart } from "@/lib/lazy-part";
import { notifications } from "@/lib/notifications";

const Toaster = lazyPart(async () => ({ default: (await import("./toaster")).Toaster }));

/** The container of the notifications; loaded with the first of them. */
export function Toasts() {
  const wanted = useSyncExternalStore(notifications.subscribe, notifications.wanted);
  return wanted ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null;
}
