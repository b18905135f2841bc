import { render, screen } from "@testing-library/react";
import { Monitor } from "lucide-react";
import { expect, test } from "vitest";

import { NavEntry } from "./nav-entry";

test("what lies outside opens in a new tab, and says so", () => {
  const to = { kind: "outside", href: "https://status.example/" } as const;
  render(<NavEntry entry={{ name: "status", label: "Service status", icon: Monitor, to, count: undefined }} />);
  const link = screen.getByRole("link", { name: "Service status (opens in a new tab)" });
  expect(link).toHaveAttribute("href", "https://status.example/");
  expect(link).toHaveAttribute("target", "_blank");
  expect(link).toHaveAttribute("rel", "noopener noreferrer");
});
