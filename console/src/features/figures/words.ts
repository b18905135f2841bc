import { addWords } from "@/lib/words";
import { figures } from "@/lib/words/en/figures";

addWords({ figures });
