import type { AnswerOf } from "@/api/queries";
import type { SearchGroup, SearchPage } from "@/api/types";

type Answer = AnswerOf<"/api/search">;

/** What a search has found, by type: of everything its groups, of one type its page. */
export const groupsIn = (answer: Answer): readonly (SearchGroup | SearchPage)[] => ("groups" in answer ? answer.groups : [answer]);

/** The groups of a search of everything. */
export const groupsOfEverything = (answer: Answer): readonly SearchGroup[] => ("groups" in answer ? answer.groups : []);

/** The pages of a search of one type. */
export const pagesIn = (answers: readonly Answer[]): readonly SearchPage[] =>
  answers.flatMap((answer) => ("groups" in answer ? [] : [answer]));
