import { Plus } from "lucide-react";

import { Button } from "@/components/ui/button";

import { type Asked, useCreate } from "./use-create";

/** The button above a list that opens the dialog which adds a row. */
export function CreateAction({ of, label }: { of: Asked; label: string }) {
  const create = useCreate();
  return (
    <Button size="s" icon={Plus} onClick={() => create(of)}>
      {label}
    </Button>
  );
}
