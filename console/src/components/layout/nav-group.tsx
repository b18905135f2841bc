import { ChevronDown } from "lucide-react";
import { useId, useState } from "react";

import { Icon } from "@/components/ui/icon";

import { NavEntry } from "./nav-entry";
import type { NavEntry as Entry, NavGroup as Group } from "./nav-types";

/** Entries that fold away under one heading. */
export function NavGroup({ group, here }: { group: Group; here: Entry | undefined }) {
  const [open, setOpen] = useState(true);
  const id = useId();
  return (
    <>
      <button className="nav-item" type="button" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        <Icon of={group.icon} />
        <span className="cut">{group.label}</span>
        <Icon of={ChevronDown} className="tail" />
      </button>
      <div className="nav-sub" id={id} role="group" aria-label={group.label} hidden={!open}>
        {group.entries.map((entry) => (
          <NavEntry key={entry.name} entry={entry} isHere={entry === here} />
        ))}
      </div>
    </>
  );
}
