import { addWords } from "@/lib/words";
import { jobs } from "@/lib/words/en/jobs";

addWords({ jobs });
