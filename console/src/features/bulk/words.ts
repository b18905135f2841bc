import { addWords } from "@/lib/words";
import { bulk } from "@/lib/words/en/bulk";

addWords({ bulk });
