import { chart } from "./chart";
import { common } from "./common";
import { dashboard } from "./dashboard";
import { desk } from "./desk";
import { frame } from "./frame";
import { mentions } from "./mentions";
import { navigation } from "./navigation";
import { people } from "./people";
import { restrictions } from "./restrictions";
import { revise } from "./revise";
import { session } from "./session";
import { settings } from "./settings";
import { states } from "./states";
import { story } from "./story";
import { table } from "./table";
import { undo } from "./undo";
import { work } from "./work";

/** The texts that every page needs, loaded before the first page. Texts of single pages are in `later.ts`. */
export const en = {
  chart,
  common,
  dashboard,
  desk,
  frame,
  mentions,
  navigation,
  people,
  restrictions,
  revise,
  session,
  settings,
  states,
  story,
  table,
  undo,
  work,
} as const;
