import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { runCommand } from "@/api/command";
import type { Category } from "@/api/types";

import { putFavourite } from "./calls";

export interface Favourites {
  has: (category: Category) => boolean;
  /** Marks a category, or unmarks it, before the server has answered; undone where it refuses. */
  toggle: (category: Category) => void;
  /** The category that was marked or unmarked last, and whether the server has refused that. */
  last: { category: Category; refused: boolean } | null;
}

/** A person's favourites among the categories. The list is asked for anew when it is next opened: no row moves in it. */
export function useFavourites(): Favourites {
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
