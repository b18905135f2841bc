import "@/lib/words";
