/** The cards of the dashboard, loaded together with their words. */
import "./words";

export { HeadCards, OwnCards } from "./columns-of-cards";
export { DaysCard } from "./days-card";
export { EscalationsCard } from "./escalations-card";
export { HealthCard } from "./health-card";
export { OverdueCard } from "./overdue-card";
