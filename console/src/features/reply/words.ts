import { addWords } from "@/lib/words";
import { conversation } from "@/lib/words/en/conversation";

addWords({ conversation });
