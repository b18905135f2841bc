import { accounts } from "./accounts";
import { audit } from "./audit";
import { bannedWords } from "./banned-words";
import { blacklist } from "./blacklist";
import { bulk } from "./bulk";
import { classic } from "./classic";
import { conversation } from "./conversation";
import { factors } from "./factors";
import { figures } from "./figures";
import { history } from "./history";
import { jobs } from "./jobs";
import { organisation } from "./organisation";
import { palette } from "./palette";
import { processes } from "./processes";
import { provider } from "./provider";
import { quality } from "./quality";
import { reasons } from "./reasons";
import { search } from "./search";
import { statements } from "./statements";
import { tags } from "./tags";
import { team } from "./team";
import { testimonials } from "./testimonials";
import { ticketList } from "./ticket-list";
import { tickets } from "./tickets";

/**
 * The texts of pages that are loaded when visited: each such feature adds its own with `addWords`. Only for types and
 * tests: a page that imported this file would load the texts of all.
 */
export const later = {
  accounts,
  audit,
  bannedWords,
  blacklist,
  bulk,
  classic,
  conversation,
  factors,
  figures,
  history,
  jobs,
  organisation,
  palette,
  processes,
  provider,
  quality,
  reasons,
  search,
  statements,
  tags,
  team,
  testimonials,
  ticketList,
  tickets,
} as const;
