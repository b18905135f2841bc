import { ArrowLeft } from "lucide-react";
import { createContext, type ReactNode, type Ref, use, useState } from "react";
import { createPortal } from "react-dom";
import { Link } from "react-router-dom";

import { buttonClass } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { usePageTitle } from "@/lib/page-title";

/** The element in the top bar that the page fills. */
const HeadSlot = createContext<HTMLElement | null>(null);
const SlotRef = createContext<Ref<HTMLDivElement>>(null);

/** Connects the top bar with the page heads. When the element is mounted, only the heads render again. */
export function HeadRoom({ children }: { children: ReactNode }) {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  return (
    <SlotRef value={setSlot}>
      <HeadSlot value={slot}>{children}</HeadSlot>
    </SlotRef>
  );
}

/** The ref for the element of the top bar in which pages put their title. */
export const useHeadSlot = (): Ref<HTMLDivElement> => use(SlotRef);

interface Props {
  title: string;
  /**
   * One line of facts under the title; null and empty facts are left out. An empty list means loading: the line keeps
   * its height.
   */
  facts?: readonly ReactNode[];
  /** Replaces the menu button on a phone: a link from the item back to its list. */
  back?: { to: string; label: string } | null | undefined;
}

/** A page's title and its facts, rendered into the top bar, so that the page needs no second head. */
export function PageHead({ title, facts, back }: Props) {
  const slot = use(HeadSlot);
  usePageTitle(title);
  if (!slot) return null;
  const shown = facts?.filter((fact) => fact !== null && fact !== undefined && fact !== "" && fact !== false);
  return createPortal(
    <>
      {back && (
        <Link className={buttonClass("quiet", "m", "btn-icon only-phone topbar-back")} to={back.to} aria-label={back.label}>
          <Icon of={ArrowLeft} flip />
        </Link>
      )}
      <div className="topbar-title">
        <h1 className="cut">{title}</h1>
        {shown && (
          <p className="cut">
            {shown.map((fact, index) => (
              <span key={index} className="fact">
                {index > 0 && <span className="dot" />}
                <bdi>{fact}</bdi>
              </span>
            ))}
          </p>
        )}
      </div>
    </>,
    slot,
  );
}
