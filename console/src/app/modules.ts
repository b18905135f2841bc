import type { Desk } from "@/lib/desk";

export type ModuleName = Desk["modules"][number]["name"];

/** The address of a module from the server's settings; null if no browser may open it. */
export function moduleAddress(name: ModuleName, modules: Desk["modules"]): string | null {
  const address = modules.find((module) => module.name === name)?.address;
  if (!address || !URL.canParse(address)) return null;
  const url = new URL(address);
  return url.protocol === "https:" || url.protocol === "http:" ? url.href : null;
}
