import { Search } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router-dom";

import { Icon } from "@/components/ui/icon";
import { IconButton } from "@/components/ui/icon-button";
import { Key } from "@/components/ui/key";
import { useHotkeys, useWorkingKeys } from "@/lib/hotkeys";
import { paths, searchPath } from "@/lib/paths";
import { useReturnFocus } from "@/lib/use-return-focus";

import { SearchForm } from "./search-form";

/**
 * The search in the top bar, for people with the permission `search`. Hidden on the search page without a term, which
 * has a form of its own.
 */
export function SearchControl() {
  const { pathname, search } = useLocation();
  return pathname === paths.search && search === "" ? null : <OpensSearch />;
}

/** A button that is replaced by the search bar. */
function OpensSearch() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  useHotkeys("general", [{ keys: "/", label: t("frame.keys.search"), run: () => setOpen(true) }]);

  return (
    <>
      {open && <SearchBar onClose={() => setOpen(false)} />}
      <button
        className="btn not-narrow search-button"
        type="button"
        aria-keyshortcuts={useWorkingKeys("/")}
        hidden={open}
        onClick={() => setOpen(true)}
      >
        <Icon of={Search} />
        <span>{t("frame.search.open")}</span>
        <Key keys="/" silent />
      </button>
      <IconButton
        icon={Search}
        label={t("frame.search.open")}
        className="only-narrow"
        hidden={open}
        onClick={() => setOpen(true)}
      />
    </>
  );
}

/** Closing it resets the term and the type (spec, section 2). */
function SearchBar({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [term, setTerm] = useState("");
  const field = useRef<HTMLInputElement>(null);
  useReturnFocus();
  const open = (path: string) => {
    onClose();
    void navigate(path);
  };
  return (
    <div className="search-bar">
      <SearchForm
        term={term}
        onType={setTerm}
        field={field}
        onSearch={(wanted, type) => open(searchPath(wanted, type))}
        onOpen={open}
        onClose={onClose}
      />
    </div>
  );
}
