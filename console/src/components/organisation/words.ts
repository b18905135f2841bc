import { addWords } from "@/lib/words";
import { organisation } from "@/lib/words/en/organisation";

addWords({ organisation });
