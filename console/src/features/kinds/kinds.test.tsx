import { render, screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";

import { titleOf } from "@/api/subjects";
import type { RequestSummary } from "@/api/types";
import { DeskProvider } from "@/lib/desk";
import { aRow } from "@/testing/desk/factories";
import { aDesk } from "@/testing/factories";

import { kindOf } from "./kinds";

const SLOTS = { due: <i>Due in 2 h</i>, marks: null, people: <i>Open with you</i> };

describe("a kind of subject", () => {
  test("draws its own row", () => {
    const { summary } = aRow(7);
    const { Row } = kindOf(summary);
    render(<Row summary={summary} {...SLOTS} />);
    expect(screen.getByText("Saltmarsh Veterinary Centre")).toBeVisible();
    expect(screen.getByRole("img", { name: "2 out of 5 stars" })).toBeVisible();
  });

  test("shows what is asked about a review, in the list too", () => {
    const summary = { ...aRow(7).summary, kind: "restriction_request", ground: "defamation" } as RequestSummary;
    const { Row } = kindOf(summary);
    render(<Row summary={summary} {...SLOTS} />);
    expect(screen.getByText("Defamation")).toBeVisible();
  });

  test("names a testimonial that is not transcribed by its author, and no other item so", () => {
    expect(titleOf({ title: "", excerpt: "", author_name: "Agnes Tomlinson", consent: "given" })).toBe("Agnes Tomlinson");
    expect(titleOf({ title: "", excerpt: "", author_name: "Agnes Tomlinson" })).toBeUndefined();
  });

  test("that this build does not have is shown plainly, in the list and beside it", () => {
    const subject = { kind: "unheard-of", id: 4, title: "Refund wanted", text: "They took it twice.", opened_by: "Rowan", flags: [] };
    const { Row, Body } = kindOf(subject);
    const row = render(
      <DeskProvider desk={aDesk()}>
        <Row summary={subject as never} {...SLOTS} />
      </DeskProvider>,
    );
    expect(screen.getByText("Refund wanted")).toBeVisible();
    expect(screen.getByText("Due in 2 h")).toBeVisible();
    row.unmount();
    render(
      <DeskProvider desk={aDesk()}>
        <Body subject={{ ...subject, rating: 3 } as never} assigned={null} edit={undefined} />
      </DeskProvider>,
    );
    expect(screen.getByText("Stars").nextSibling).toHaveTextContent("3");
    expect(screen.getByRole("heading", { name: "Refund wanted" })).toBeVisible();
    expect(screen.getByText("They took it twice.")).toBeVisible();
    expect(screen.getByText("opened by").nextSibling).toHaveTextContent("Rowan");
  });
});
