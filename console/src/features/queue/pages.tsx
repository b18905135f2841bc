import type { ComponentType } from "react";

import { QueuePage } from "./queue-page";

export { preloadQueue } from "./preload";
// here because they show an item with all of the same code
export { TestimonialPage } from "@/features/testimonials/testimonial-page";
export { TicketPage } from "@/features/tickets/ticket-page";

/** The page of one queue, for the table of routes. */
export function pageOf(queue: string): ComponentType {
  return function Page() {
    return <QueuePage queue={queue} />;
  };
}
