import { addWords } from "@/lib/words";
import { history } from "@/lib/words/en/history";

addWords({ history });
