import { addWords } from "@/lib/words";
import { search } from "@/lib/words/en/search";

addWords({ search });
