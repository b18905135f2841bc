import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { expect, test } from "vitest";

import type { Subject } from "@/api/types";
import { aSubject } from "@/testing/desk/factories";

import { CompanyFigures } from "./company-figures";
import { ItemBody } from "./item-body";

function read(subject: Subject) {
  render(
    <MemoryRouter>
      <ItemBody subject={subject} screening={null} apart />
    </MemoryRouter>,
  );
  return screen.getByRole("region", { name: "Review" });
}

test("a review is shown with everything that the specification's editor has of it", () => {
  const body = read(
    aSubject(7, {
      title: "Left us waiting",
      authorName: "Ada King",
      anonymous: true,
      jobTitle: "Owner",
      businessName: "King & Co",
      text: "They are crooks.",
      constructive: "Answer the telephone.",
      flagged_words: [{ word: "crooks", entry_id: 3, field: "text", start: 9, end: 15, action: "hold", view: "folded" }],
    }),
  );
  expect(screen.getByRole("heading", { level: 2, name: "Left us waiting" })).toBeVisible();
  expect(body).toHaveTextContent("Ada King, Owner, King & Co");
  expect(screen.getByText("Anonymous")).toBeVisible();
  expect(screen.getByText("Answer the telephone.")).toBeVisible();
  expect(screen.getByRole("heading", { name: "Flagged words" })).toBeVisible();
  expect(screen.getByText("crooks", { selector: "mark, mark *" })).toBeVisible();
  expect(screen.getByRole("listitem")).toHaveTextContent("1crookstextHold");
});

test("a review without business, job title, constructive feedback and flagged words leaves no gaps for them", () => {
  const body = read(aSubject(7, { authorName: "Ada King" }));
  expect(screen.getByText("Ada King").parentElement).toHaveTextContent(/^Ada King$/);
  expect(body).not.toHaveTextContent("Constructive feedback");
  expect(body).not.toHaveTextContent("Flagged words");
  expect(body).not.toHaveTextContent("Anonymous");
});

test.each([
  [4.25, 2, "4.3from 2 published reviews"],
  [null, 0, "–no published reviews"],
  [null, 1, "–no stars in its published review"],
])("of a company with the rating %s from %d published reviews its figures say “%s”", (rating, reviews, sentence) => {
  render(<CompanyFigures company={{ id: 7, name: "Tan", rating, reviews, recent: 5, rejected: 6 }} />);
  expect(screen.getByRole("heading", { name: "Tan" }).nextElementSibling?.firstElementChild).toHaveTextContent(sentence);
});
