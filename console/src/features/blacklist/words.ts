import { addWords } from "@/lib/words";
import { blacklist } from "@/lib/words/en/blacklist";

addWords({ blacklist });
