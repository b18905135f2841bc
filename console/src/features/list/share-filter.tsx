import { type ComponentProps, Suspense, useState } from "react";

import { Chip } from "@/components/desk/chip-menu";
import { lazyPart } from "@/lib/lazy-part";

import type { ShareDialog as Shown } from "./share-dialog";

const load = () => import("./share-dialog");
const ShareDialog = lazyPart(async () => ({ default: (await load()).ShareDialog }));
const fetchAhead = () => void load().catch(() => undefined); // a failure shows when the dialog is opened

type Props = Omit<ComponentProps<typeof Shown>, "onClose"> & {
  /** The name of the chosen company or person; null for none. */
  shown: string | null;
};

/** A filter by one company or person: a chip with the choice, which opens a dialog. */
export function ShareFilter({ shown, onChoose, ...rest }: Props) {
  const [open, setOpen] = useState(false);
  const { title, all } = rest.words;
  return (
    <>
      <Chip
        name={`${title}: ${shown ?? all}`}
        text={shown ?? title}
        on={shown !== null}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={fetchAhead}
        onFocus={fetchAhead}
        onClick={() => setOpen(true)}
      />
      {open && (
        <Suspense>
          <ShareDialog
            {...rest}
            onChoose={(id) => {
              setOpen(false);
              onChoose(id);
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
