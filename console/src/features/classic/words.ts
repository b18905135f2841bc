import { addWords } from "@/lib/words";
import { classic } from "@/lib/words/en/classic";

addWords({ classic });
