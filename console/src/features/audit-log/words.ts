import { addWords } from "@/lib/words";
import { audit } from "@/lib/words/en/audit";

addWords({ audit });
