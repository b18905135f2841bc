import { addWords } from "@/lib/words";
import { bannedWords } from "@/lib/words/en/banned-words";

addWords({ bannedWords });
