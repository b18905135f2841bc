import { addWords } from "@/lib/words";
import { ticketList } from "@/lib/words/en/ticket-list";

addWords({ ticketList });
