import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Star } from "lucide-react";
import { useState } from "react";
import { Trans, useTranslation } from "react-i18next";

import { runCommand } from "@/api/command";
import { read } from "@/api/queries";
import type { Category } from "@/api/types";
import { Picker } from "@/components/picker/picker";
import { Icon } from "@/components/ui/icon";
import { useAtLeast } from "@/lib/use-media";

import { putFavourite } from "./calls";
import styles from "./create.module.css";

interface Props {
  chosen: number;
  onChoose: (id: number) => void;
  error: string | undefined;
}

/** Picks a category by its id or name; the person's favourites come first. */
export function CategoryPicker({ chosen, onChoose, error }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string | null>(null); // null: nothing was typed since the last choice
  const { data, isError } = useQuery(read("/api/categories"));
  // a list that failed to load counts as empty (spec, section 7)
  const categories = data?.categories ?? (isError ? [] : undefined);
  const favourites = useFavourites();
  const isWide = useAtLeast("sm");
  const picked = categories?.find(({ id }) => id === chosen);
  const options = categories?.filter((category) => isNamed(category, typed ?? "")).map((category) => ({
    id: category.id,
    group: t(category.favourite ? "organisation.newCompany.favourites" : "organisation.newCompany.others"),
    content: (
      <>
        <span className="cut">
          <Trans i18nKey="organisation.newCompany.shownOption" values={category} components={{ id: <span className="dim" /> }} />
        </span>
        <span className="end" />
        <FavouriteMark on={favourites.has(category)} name={category.name} />
      </>
    ),
  }));
  const mark = (id: number) => {
    const category = categories?.find((one) => one.id === id);
    if (category) favourites.toggle(category);
  };
  return (
    <>
      <Picker
        texts={{
          label: t("organisation.newCompany.category"),
          placeholder: t("organisation.newCompany.placeholder"),
          nothing: t(categories?.length ? "organisation.newCompany.nothing" : "organisation.newCompany.listFailed"),
        }}
        search={{ text: typed ?? (picked ? t("organisation.newCompany.option", picked) : ""), onType: setTyped }}
        options={options}
        chosen={chosen}
        onChoose={(id) => {
          setTyped(null);
          onChoose(id);
        }}
        required
        error={error}
        marking={{ hint: t(isWide ? "organisation.newCompany.markHint" : "organisation.newCompany.markByPress"), onMark: mark }}
      />
      <LastMark of={favourites} />
    </>
  );
}

/** The star at the end of an option. Screen readers get only the word: they mark with the key that the hint names. */
function FavouriteMark({ on, name }: { on: boolean; name: string }) {
  const { t } = useTranslation();
  return (
    <span
      className={`meta row ${styles.mark}`}
      data-mark
      aria-hidden={!on}
      title={t(on ? "organisation.newCompany.unmark" : "organisation.newCompany.mark", { name })}
    >
      {on && t("organisation.newCompany.favourite")}
      <Icon of={Star} />
    </span>
  );
}

/** The result of the last mark: visible if it was refused, otherwise only for screen readers. */
function LastMark({ of: { has, last } }: { of: Favourites }) {
  const { t } = useTranslation();
  const said = last && (last.refused ? "markFailed" : has(last.category) ? "marked" : "unmarked");
  return (
    <p className={said === "markFailed" ? "error" : "sr"} role="status">
      {said && t(`organisation.newCompany.${said}`, { name: last.category.name })}
    </p>
  );
}

/** Matches the beginning of the id, or all words of the name. */
function isNamed({ id, name }: Category, words: string): boolean {
  const wanted = words.trim().toLowerCase();
  return String(id).startsWith(wanted) || wanted.split(/\s+/).every((word) => name.toLowerCase().includes(word));
}

interface Favourites {
  has: (category: Category) => boolean;
  /** Marks or unmarks a category before the server has answered; reverted if the server refuses. */
  toggle: (category: Category) => void;
  /** The category that was marked or unmarked last, and whether the server refused that. */
  last: { category: Category; refused: boolean } | null;
}

/**
 * The person's favourite categories. The list is refetched when it is opened next, so that no row moves in an open
 * list.
 */
function useFavourites(): Favourites {
  const client = useQueryClient();
  const [marks, setMarks] = useState<ReadonlyMap<number, boolean>>(new Map());
  const [last, setLast] = useState<Favourites["last"]>(null);
  const has = ({ id, favourite }: Category) => marks.get(id) ?? favourite;
  const toggle = (category: Category) => {
    const { id } = category;
    const set = (on: boolean, refused: boolean) => {
      setMarks((before) => new Map(before).set(id, on));
      setLast({ category, refused });
    };
    const command = {
      name: `favourite category ${id}`,
      send: (on: boolean) => putFavourite(id, on),
      begun: (on: boolean) => set(on, false),
      done: () => client.invalidateQueries({ queryKey: ["/api/categories"], refetchType: "none" }),
      refused: (_: unknown, on: boolean) => set(!on, true),
    };
    void runCommand(client, command, !has(category));
  };
  return { has, toggle, last };
}
