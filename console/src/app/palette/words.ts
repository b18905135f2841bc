import { addWords } from "@/lib/words";
import { palette } from "@/lib/words/en/palette";

addWords({ palette });
