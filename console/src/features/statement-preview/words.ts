import { addWords } from "@/lib/words";
import { statements } from "@/lib/words/en/statements";

addWords({ statements });
