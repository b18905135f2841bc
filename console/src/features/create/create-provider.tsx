import { type ReactNode, Suspense, useState } from "react";

import { HoldKeys } from "@/components/desk/hold-keys";
import { lazyPart } from "@/lib/lazy-part";

import { type Asked, CreateContext } from "./use-create";

// one file for all dialogs, loaded when the first is opened
const CreateDialogs = lazyPart(async () => ({ default: (await import("./create-dialogs")).CreateDialogs }));

/** Renders the dialogs outside the pages, because a dialog may stay open when its page is left. */
export function CreateProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  return (
    <CreateContext value={setAsked}>
      {children}
      {asked && (
        <Suspense fallback={<HoldKeys />}>
          <CreateDialogs of={asked} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </CreateContext>
  );
}
