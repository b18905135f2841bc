import { Button } from "@/components/ui/button";

import { type ExportOf, useExport } from "./use-export";

interface Props extends ExportOf {
  label: string;
  hint: string;
}

/**
 * Saves the list as a file, with the current filter and sort. Says if there is no file, or if rows are missing from it.
 */
export function ExportButton({ label, hint, ...of }: Props) {
  const { save, busy, problem } = useExport(of);
  return (
    <>
      <Button size="s" busy={busy} title={hint} onClick={() => void save()}>
        {label}
      </Button>
      {problem}
    </>
  );
}
