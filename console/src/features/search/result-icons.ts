import { Building2, type LucideIcon, MessagesSquare, Quote, ShieldCheck, UserRound } from "lucide-react";

import type { ResultType } from "./result-types";

export const RESULT_ICONS: Readonly<Record<ResultType, LucideIcon>> = {
  companies: Building2,
  hsone: Building2,
  reviews: ShieldCheck,
  "third-party-reviews": ShieldCheck,
  accounts: UserRound,
  tickets: MessagesSquare,
  testimonials: Quote,
};
