import { PanelLeftClose, PanelLeftOpen } from "lucide-react";
import { Suspense, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Outlet, useLocation, useNavigate, useNavigation } from "react-router-dom";

import { ConnectionStatus } from "@/components/layout/connection-status";
import { PageAnnouncer } from "@/components/layout/page-announcer";
import { HeadRoom } from "@/components/layout/page-head";
import { Sidebar } from "@/components/layout/sidebar";
import { TopBar } from "@/components/layout/top-bar";
import { IconButton } from "@/components/ui/icon-button";
import { ProgressBar } from "@/components/ui/progress-bar";
import { PendingAnnouncer } from "@/features/counts/pending-announcer";
import { usePolledCounts } from "@/features/counts/use-counts";
import { type OpenCounts, useOpenCounts } from "@/features/counts/use-open-counts";
import { CreateButton } from "@/features/create/create-button";
import { CreateProvider } from "@/features/create/create-provider";
import { useMe } from "@/features/session/use-me";
import { clock } from "@/lib/clock";
import { formatDateTime } from "@/lib/dates";
import { useDesk } from "@/lib/desk";
import { forgetOldDrafts } from "@/lib/drafts";
import { useHotkeys } from "@/lib/hotkeys";
import { focusPage } from "@/lib/keep-focus";
import { lazyPart } from "@/lib/lazy-part";
import { usePendingInTitle } from "@/lib/page-title";
import { Allowed, useCan } from "@/lib/permissions";
import { useAtLeast } from "@/lib/use-media";
import { useOnPaper } from "@/lib/use-moment";
import { useTitles } from "@/lib/use-titles";

import { entriesOf, navigationOf, visibleTo } from "./navigation";
import { TopBarTools } from "./top-bar-tools";
import { useFocusRescue } from "./use-focus-rescue";
import { labelOf, useNavSections } from "./use-nav-sections";
import { usePageScroll } from "./use-page-scroll";

const KEY = "sidebar";

const FoundMarks = lazyPart(async () => ({ default: (await import("./found-marks")).FoundMarks }));
const MenuDrawer = lazyPart(async () => ({ default: (await import("./menu-drawer")).MenuDrawer }));

/** The frame around every page: sidebar, top bar, page, add button. */
export function Shell() {
  return (
    <HeadRoom>
      <CreateProvider>
        <Frame />
      </CreateProvider>
    </HeadRoom>
  );
}

function Frame() {
  const { t } = useTranslation();
  const wide = useAtLeast("lg");
  const [compact, toggleCompact] = useCompact();
  const [drawer, setDrawer] = useDrawer(wide);

  usePolledCounts(wide || drawer);
  const counts = useOpenCounts();
  const sections = useNavSections(counts);
  usePendingInTitle(counts?.pending ?? 0);
  useNavHotkeys();
  useEffect(() => forgetOldDrafts(), []);

  return (
    <div className={wide && compact ? "app compact" : "app"}>
      <button className="skip" type="button" onClick={() => document.getElementById("page")?.focus()}>
        {t("frame.skip")}
      </button>
      <NavigationProgress />
      {wide && (
        <aside className="sidebar">
          <Sidebar
            sections={sections}
            control={
              <IconButton
                icon={compact ? PanelLeftOpen : PanelLeftClose}
                flip
                label={t(compact ? "frame.expand" : "frame.collapse")}
                className="end sidebar-fold"
                onClick={toggleCompact}
              />
            }
          />
        </aside>
      )}
      <Suspense>{drawer && <MenuDrawer sections={sections} onClose={() => setDrawer(false)} />}</Suspense>
      <TopBar menuOpen={drawer} onOpenMenu={() => setDrawer(true)}>
        <ConnectionStatus />
        <TopBarTools />
      </TopBar>
      <Main counts={counts} />
      <Allowed permission="top_level_add">
        <CreateButton />
      </Allowed>
      <PageAnnouncer />
      <PendingAnnouncer pending={counts?.pending} />
    </div>
  );
}

/**
 * The scroll container of the page. When the page changes, the new page takes the focus from the link that led to it.
 */
function Main({ counts }: { counts: OpenCounts | undefined }) {
  const main = useRef<HTMLElement>(null);
  const { pathname, search } = useLocation();
  const shown = useRef(pathname);
  useFocusRescue();
  usePageScroll(main);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // with the focus on the sidebar's link, Enter would open the queue again instead of taking the item
    focusPage("body, nav *");
  }, [pathname]);
  return (
    <main className="main" id="page" ref={main} tabIndex={-1}>
      <Outlet context={counts} />
      <Printed />
      <Suspense>{search.includes("found=") && <FoundMarks search={search} />}</Suspense>
    </main>
  );
}

/** The footer of printed pages: who printed it, and when. */
function Printed() {
  const { t } = useTranslation();
  const { name } = useMe();
  const onPaper = useOnPaper();
  return onPaper && <p className="meta printed-by">{t("frame.printed", { name, at: formatDateTime(new Date(clock.now()).toISOString()) })}</p>;
}

/** Whether the drawer is open; it closes when the page changes or the window is wide enough for the sidebar. */
function useDrawer(wide: boolean): [boolean, (open: boolean) => void] {
  const { key } = useLocation();
  const [openAt, setOpenAt] = useState<string | null>(null);
  return [openAt === key && !wide, (open) => setOpenAt(open ? key : null)];
}

/** The bar along the top while a page's code is loading. */
function NavigationProgress() {
  const { t } = useTranslation();
  return useNavigation().state === "idle" ? null : <ProgressBar label={t("frame.loadingPage")} />;
}

/** Whether the sidebar is collapsed to the narrow rail; stored in this browser. */
function useCompact(): [boolean, () => void] {
  const [compact, setCompact] = useState(() => localStorage.getItem(KEY) === "compact");
  const toggle = () => {
    localStorage.setItem(KEY, compact ? "open" : "compact");
    setCompact(!compact);
  };
  return [compact, toggle];
}

/** `g`, then a letter, opens the sidebar entry that has this letter. */
function useNavHotkeys(): void {
  const { t } = useTranslation();
  const titles = useTitles();
  const navigate = useNavigate();
  const desk = useDesk();
  const can = useCan();
  useHotkeys(
    "goTo",
    entriesOf(visibleTo(can, navigationOf(desk))).flatMap((entry) =>
      "path" in entry && entry.key
        ? [{ keys: `g ${entry.key}`, label: labelOf(entry, t, titles), run: () => void navigate(entry.path) }]
        : [],
    ),
  );
}
