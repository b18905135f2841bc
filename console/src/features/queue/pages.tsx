import type { ComponentType } from "react";

import { QueuePage } from "./queue-page";

export { preloadQueue } from "./preload";
// in this bundle, because these pages show an item with the same code
export { TestimonialPage } from "@/features/testimonials/testimonial-page";
export { TicketPage } from "@/features/tickets/ticket-page";

/** The component of one queue's page, for the route table. */
export function pageOf(queue: string): ComponentType {
  return function Page() {
    return <QueuePage queue={queue} />;
  };
}
