import { screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";

import { anAccount } from "@/testing/an-account";
import { aHeadModerator } from "@/testing/factories";
import { refusal } from "@/testing/handlers";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

const sent: unknown[] = [];
const done = () => new HttpResponse(null, { status: 204 });
const open = (address: string) => renderApp(address, { as: aHeadModerator() });

beforeEach(() => {
  sent.length = 0;
  server.use(
    http.get("*/api/user/9", () => HttpResponse.json(anAccount())),
    http.get("*/api/access-levels", () =>
      HttpResponse.json({
        levels: [{ level: "MODERATOR", permissions: ["moderation", "tickets"] }],
        permissions: ["moderation", "tickets"],
      }),
    ),
    http.get("*/api/audit/account/9", () => HttpResponse.json({ items: [], next_cursor: null })),
  );
});

describe("the picture of an account", () => {
  const aFile = (size = 10) => new File([new Uint8Array(size)], "me.png", { type: "image/png" });

  test("is chosen, shown and removed", async () => {
    let avatar: string | null = null;
    server.use(
      http.get("*/api/user/9", () => HttpResponse.json(anAccount({ avatar }))),
      http.put("*/api/user/9/avatar", async ({ request }) => {
        sent.push([request.headers.get("Content-Type"), (await request.arrayBuffer()).byteLength]);
        avatar = "abc.webp";
        return HttpResponse.json({ filename: avatar });
      }),
      http.delete("*/api/user/9/avatar", () => {
        avatar = null;
        return done();
      }),
    );
    const { user } = open("/accounts/9");
    await user.upload(await screen.findByLabelText("Choose a picture"), aFile());
    await waitFor(() => expect(document.querySelector("img")).toHaveAttribute("src", "/api/avatars/abc.webp"));
    expect(sent).toEqual([["image/png", 10]]);
    await user.click(screen.getByRole("button", { name: "Remove it" }));
    await waitFor(() => expect(document.querySelector("img")).toBeNull());
  });

  test("is refused with the reason, a large one before it is sent", async () => {
    const reason = "A picture is a JPEG, PNG, WebP, HEIC or TIFF file.";
    server.use(http.put("*/api/user/9/avatar", () => refusal(422, "invalid", { fields: { picture: [reason] } })));
    const { user } = open("/accounts/9");
    const input = await screen.findByLabelText("Choose a picture");
    await user.upload(input, aFile());
    expect(await screen.findByText(reason)).toBeVisible();
    await user.upload(input, aFile(2 * 1024 * 1024 + 1));
    expect(await screen.findByText(/^This picture has more than 2 MB/)).toBeVisible();
    server.use(http.put("*/api/user/9/avatar", () => refusal(409, "conflict")));
    await user.upload(input, aFile());
    expect(await screen.findByText("The picture was not changed. Please try again.")).toBeVisible();
  });
});

describe("the notifications of an account", () => {
  test("are saved one by one, as they are ticked", async () => {
    const { user } = open("/accounts/9?tab=notifications");
    const digest = await screen.findByRole("checkbox", { name: /^Weekly digest/ });
    expect(digest).not.toBeChecked();
    expect(screen.getByRole("checkbox", { name: /^Due soon/ })).toBeChecked();
    let now = { ...anAccount() };
    server.use(
      http.put("*/api/user/9/notifications", async ({ request }) => {
        sent.push(await request.json());
        now = { ...now, notifications: { ...now.notifications, weekly_digest: true } };
        return new HttpResponse(null, { status: 204 });
      }),
      http.get("*/api/user/9", () => HttpResponse.json(now)),
    );
    await user.click(digest);
    expect(await screen.findByText("Notifications saved")).toBeInTheDocument();
    await waitFor(() => expect(digest).toBeChecked());
    expect(sent).toEqual([{ weekly_digest: true }]);
  });

  test("stay as they were when they cannot be saved, and it says so", async () => {
    server.use(http.put("*/api/user/9/notifications", () => refusal(403, "above_own_rights")));
    const { user } = open("/accounts/9?tab=notifications");
    const digest = await screen.findByRole("checkbox", { name: /^Weekly digest/ });
    await user.click(digest);
    expect(await screen.findByText("An error occurred. The notification preferences were not updated.")).toBeVisible();
    expect(digest).not.toBeChecked();
  });
});
