import { addWords } from "@/lib/words";
import { organisation } from "@/lib/words/en/organisation";
import { tags } from "@/lib/words/en/tags";

addWords({ organisation, tags });
