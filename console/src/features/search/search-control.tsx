import { Search } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router-dom";

import { Icon } from "@/components/ui/icon";
import { IconButton } from "@/components/ui/icon-button";
import { Key } from "@/components/ui/key";
import { useHotkeys, useWorkingKeys } from "@/lib/hotkeys";
import { searchPath } from "@/lib/paths";

import { SearchForm } from "./search-form";

/** A quiet button that opens into the search bar, in the same place. Its holders have the permission `search`. */
export function SearchControl() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  useHotkeys("general", [{ keys: "/", label: t("frame.keys.search"), run: () => setOpen(true) }]);

  return (
    <>
      {open && (
        <div className="search-bar">
          <SearchForm
            onSearch={(term, type) => {
              setOpen(false); // and with it the term and the type: spec, section 2
              void navigate(searchPath(term, type));
            }}
            onOpen={(path) => {
              setOpen(false);
              void navigate(path);
            }}
            onClose={() => setOpen(false)}
          />
        </div>
      )}
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
