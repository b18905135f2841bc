import { randomInt } from "node:crypto";

/** Letters that stand in no other text, nor in that of a second try; none of them twice. */
export function unheardOf(): string {
  const letters = "bcdfghjkmnpqrstvwxz".split("");
  return Array.from({ length: 8 }, () => letters.splice(randomInt(letters.length), 1).join("")).join("");
}
