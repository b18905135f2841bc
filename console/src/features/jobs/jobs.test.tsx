import { screen } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";

import type { FailedJob } from "@/api/types";
import { aModerator } from "@/testing/factories";
import { refusal } from "@/testing/handlers";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

const withAccess = (...access: string[]) => ({ ...aModerator(), cms_access: access }) as ReturnType<typeof aModerator>;
const anAdmin = () => withAccess("moderation", "head_moderator", "history");

const LETTER: FailedJob = {
  id: 7,
  topic: "mail_letter",
  code: "SMTPServerDisconnected",
  attempts: 16,
  created_at: "2026-11-05T09:00:00Z",
  set_aside_at: "2026-11-06T08:00:00Z",
};
const OTHER: FailedJob = { ...LETTER, id: 8, topic: "of_tomorrow", code: "KeyError" };

let jobs: FailedJob[];

beforeEach(() => {
  jobs = [LETTER, OTHER];
  server.use(
    http.get("*/api/jobs/failed", () =>
      HttpResponse.json({ count: jobs.length, oldest_at: jobs[0]?.set_aside_at ?? null, items: jobs }),
    ),
  );
});

describe("failed jobs", () => {
  test("stand on the dashboard of a head moderator, with the way to the list", async () => {
    renderApp("/", { as: withAccess("moderation", "head_moderator") });
    expect(await screen.findByText(/^2 background jobs failed at their last attempt, the first .+ ago\.$/)).toBeVisible();
    expect(screen.getByRole("link", { name: "Show failed jobs" })).toHaveAttribute("href", "/jobs/failed");
  });

  test("are listed with what they do and the code of their last error", async () => {
    renderApp("/jobs/failed", { as: withAccess("moderation", "head_moderator") });
    const row = (await screen.findByRole("rowheader", { name: "Mail a letter" })).closest("tr");
    expect(row).toHaveTextContent("SMTPServerDisconnected");
    expect(row).toHaveTextContent("16");
    expect(screen.getByRole("rowheader", { name: "of_tomorrow" })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Try again" })).not.toBeInTheDocument();
  });

  test("are tried again by an admin", async () => {
    const asked: string[] = [];
    server.use(
      http.post("*/api/jobs/:job/retry", ({ params, request }) => {
        asked.push(`${String(params.job)} ${request.headers.has("Idempotency-Key")}`);
        jobs = [OTHER];
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = renderApp("/jobs/failed", { as: anAdmin() });
    const [first] = await screen.findAllByRole("button", { name: "Try again" });
    if (first) await user.click(first);
    await screen.findByText("The job is tried again. If it fails again, it comes back to this list.");
    expect(screen.queryByRole("rowheader", { name: "Mail a letter" })).not.toBeInTheDocument();
    expect(asked).toEqual(["7 true"]);
  });

  test("that somebody else has tried again leave the list", async () => {
    server.use(
      http.post("*/api/jobs/:job/retry", () => {
        jobs = [];
        return refusal(404, "job_not_found");
      }),
    );
    const { user } = renderApp("/jobs/failed", { as: anAdmin() });
    const [first] = await screen.findAllByRole("button", { name: "Try again" });
    if (first) await user.click(first);
    expect(await screen.findByText("No failed jobs")).toBeVisible();
    expect(screen.getByText(/^last looked at \d\d:\d\d$/)).toBeVisible();
  });
});
