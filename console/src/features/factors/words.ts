import { addWords } from "@/lib/words";
import { factors } from "@/lib/words/en/factors";

addWords({ factors });
