import { lazyPart } from "@/lib/lazy-part";

// few people need them, and not for their first screen
export const PasskeyButton = lazyPart(async () => ({ default: (await import("./passkey-button")).PasskeyButton }));
export const SecondStep = lazyPart(async () => ({ default: (await import("./second-step")).SecondStep }));
