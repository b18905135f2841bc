import { addWords } from "@/lib/words";
import { testimonials } from "@/lib/words/en/testimonials";

addWords({ testimonials });
