import { addWords } from "@/lib/words";
import { tickets } from "@/lib/words/en/tickets";

addWords({ tickets });
