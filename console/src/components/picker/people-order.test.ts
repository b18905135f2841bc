import { describe, expect, test } from "vitest";

import { inOrder } from "./people-order";

const someone = (id: number, name: string, onDuty = true) => ({ id, name, on_duty: onDuty, load: null });
const PEOPLE = [someone(1, "Zoë Ångström"), someone(2, "Marta Ellwood"), someone(3, "Ada Byron", false), someone(4, "Callum Frayne")];
const names = (words: string, me = 0) => inOrder(PEOPLE, words, me).map(({ name }) => name);

describe("whom the words mean", () => {
  test("on duty comes first, oneself before others, then names", () => {
    expect(names("")).toEqual(["Callum Frayne", "Marta Ellwood", "Zoë Ångström", "Ada Byron"]);
    expect(names("", 2)[0]).toBe("Marta Ellwood");
  });

  test("each word begins a part of the name, whatever its case and accents", () => {
    expect(names("ANG zo")).toEqual(["Zoë Ångström"]);
    expect(names("arta")).toEqual([]);
  });
});
