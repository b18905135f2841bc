import { addWords } from "@/lib/words";
import { accounts } from "@/lib/words/en/accounts";
import { organisation } from "@/lib/words/en/organisation";

addWords({ accounts, organisation });
