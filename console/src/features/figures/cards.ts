/** The cards of the dashboard, loaded together with their words. */
import "./words";

export { AgesCard } from "./ages-card";
export { AgreementCard } from "./agreement-card";
export { DaysCard } from "./days-card";
export { EscalationsCard } from "./escalations-card";
export { HealthCard } from "./health-card";
export { LoadCard } from "./load-card";
export { MyItemsCard } from "./my-items-card";
export { MyWorkCard } from "./my-work-card";
export { OverdueCard } from "./overdue-card";
export { WaitingCard } from "./waiting-card";
