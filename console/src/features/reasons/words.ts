import { addWords } from "@/lib/words";
import { reasons } from "@/lib/words/en/reasons";

addWords({ reasons });
