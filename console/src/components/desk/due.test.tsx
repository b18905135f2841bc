import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";

import { aDeclaredQueue } from "@/testing/factories";

import { Due } from "./due";

const inTwoHours = () => new Date(Date.now() + 2 * 3_600_000).toISOString();
const CREATED = "2026-11-20T08:00:00Z";

test("what moves on by itself says so, and in the queue of approved reviews that it is published", () => {
  const { rerender } = render(<Due createdAt={CREATED} dueAt={inTwoHours()} queue={aDeclaredQueue({ fires: true })} />);
  expect(screen.getByText(/^Moves on in /)).toBeVisible();
  rerender(<Due createdAt={CREATED} dueAt={CREATED} queue={aDeclaredQueue({ fires: true })} />);
  expect(screen.getByText("Moves on now")).toBeVisible();
  rerender(<Due createdAt={CREATED} dueAt={inTwoHours()} queue={aDeclaredQueue({ name: "queued", fires: true })} />);
  expect(screen.getByText(/^Publishes in /)).toBeVisible();
});

test("what waits for a person says when it is due, and by how much it is over", () => {
  const { rerender } = render(<Due createdAt={CREATED} dueAt={inTwoHours()} queue={aDeclaredQueue()} />);
  expect(screen.getByText(/^Due in /)).toBeVisible();
  rerender(<Due createdAt={CREATED} dueAt={CREATED} queue={aDeclaredQueue()} />);
  expect(screen.getByText(/ late$/)).toBeVisible();
});
