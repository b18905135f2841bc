import { common } from "./common";
import { dashboard } from "./dashboard";
import { frame } from "./frame";
import { mentions } from "./mentions";
import { navigation } from "./navigation";
import { people } from "./people";
import { quality } from "./quality";
import { restrictions } from "./restrictions";
import { session } from "./session";
import { settings } from "./settings";
import { states } from "./states";
import { work } from "./work";

export const en = {
  common,
  dashboard,
  frame,
  mentions,
  navigation,
  people,
  quality,
  restrictions,
  session,
  settings,
  states,
  work,
} as const;
