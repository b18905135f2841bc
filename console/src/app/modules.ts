import type { Desk } from "@/lib/desk";

export type ModuleName = Desk["modules"][number]["name"];

/** The address that the server's settings give a module, or null when there is none that a browser may open. */
export function moduleAddress(name: ModuleName, modules: Desk["modules"]): string | null {
  const address = modules.find((module) => module.name === name)?.address;
  if (!address || !URL.canParse(address)) return null;
  const url = new URL(address);
  return url.protocol === "https:" || url.protocol === "http:" ? url.href : null;
}
