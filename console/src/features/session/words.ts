import { addWords } from "@/lib/words";
import { provider } from "@/lib/words/en/provider";

addWords({ provider });
