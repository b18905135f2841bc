import { type ReactNode, Suspense, useState } from "react";

import { HoldKeys } from "@/components/desk/hold-keys";
import { lazyPart } from "@/lib/lazy-part";

import { type Asked, CreateContext } from "./use-create";

// loaded when one of them is opened: one file for all
const CreateDialogs = lazyPart(async () => ({ default: (await import("./create-dialogs")).CreateDialogs }));

/** Draws the dialogs above the pages: a dialog may outlive the page on which it was opened. */
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
