import { screen } from "@testing-library/react";

import { aModerator } from "@/testing/factories";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

import type { aDesk } from "./desk-server";

/** The list's height in a browser: jsdom has no layout. */
export function giveRoom(): void {
  Object.defineProperty(HTMLElement.prototype, "clientHeight", { configurable: true, get: () => 720 });
}

/** Opens the queue of pending reviews as Marta, and waits for its rows. */
export async function openDesk(desk: ReturnType<typeof aDesk>, path = "/reviews/moderate", as = aModerator()) {
  server.use(...desk.handlers);
  const app = renderApp(path, { as });
  await screen.findByRole("list", { name: "Items" });
  return { ...app, desk };
}

export const item = () => screen.findByRole("article", { name: "Open item" });
export const heading = (name: string) => screen.findByRole("heading", { level: 2, name });
