/** The cards of the dashboard, loaded together with their texts. */
import "./words";

export { HeadCards } from "./columns-of-cards";
export { DaysCard } from "./days-card";
export { EscalationsCard } from "./escalations-card";
export { HealthCard } from "./health-card";
export { DecidedCard } from "./decided-card";
export { MyFiguresCard, MyWorkCard } from "./my-work-card";
export { OverdueCard } from "./overdue-card";
