import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";

import { read } from "@/api/queries";
import { useFailure } from "@/api/use-failure";
import { Picker, type PickerOption } from "@/components/picker/picker";
import { Dialog } from "@/components/ui/dialog";
import { formatNumber } from "@/lib/dates";

/** Paths that answer with companies or people, and how many items of a queue each has. */
type SharePath = "/api/queues/{queue}/companies" | "/api/queues/{queue}/people";

interface ShareWords {
  title: string;
  /** The label of the search field. */
  label: string;
  hint: string;
  /** The choice that removes the filter. */
  all: string;
  /** The sentence if nothing matches the words. */
  none: string;
  failed: string;
}

interface Props {
  words: ShareWords;
  /** The path of the choices. */
  path: SharePath;
  queue: string;
  chosen: number | null;
  onChoose: (id: number | null) => void;
  onClose: () => void;
}

const ALL = 0; // no company or person has this id

/** Chooses one of the companies or people with the most items, or any other by name. */
export function ShareDialog({ words, path, queue, chosen, onChoose, onClose }: Props) {
  const [typed, setTyped] = useState("");
  const q = useDeferredValue(typed.trim());
  const found = useQuery({ ...read(path, { path: { queue }, query: { q } }), placeholderData: keepPreviousData });
  const failure = useFailure(found);
  const named = found.data?.map(({ id, name: text, open }): PickerOption<number> => ({
    id,
    content: (
      <>
        <bdi className="cut">{text}</bdi>{" "}
        <span className="end meta">{formatNumber(open)}</span>
      </>
    ),
  }));
  const all = { id: ALL, content: <span>{words.all}</span> };
  return (
    <Dialog title={words.title} onClose={onClose}>
      <Picker
        texts={{ label: words.label, placeholder: words.hint, nothing: words.none }}
        search={{ text: typed, onType: setTyped }}
        options={named && (q ? named : [all, ...named])}
        chosen={chosen ?? ALL}
        onChoose={(id) => onChoose(id === ALL ? null : id)}
        error={failure.error !== null && !found.data ? words.failed : undefined}
      />
    </Dialog>
  );
}
