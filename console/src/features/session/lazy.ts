import { lazyPart } from "@/lib/lazy-part";

// few people need them, and not for their first screen
export const PasskeyButton = lazyPart(async () => ({ default: (await import("./passkey-button")).PasskeyButton }));
export const SecondStep = lazyPart(async () => ({ default: (await import("./second-step")).SecondStep }));
export const Register = lazyPart(async () => ({ default: (await import("./register")).Register }));
export const StopMails = lazyPart(async () => ({ default: (await import("./stop-mails")).StopMails }));
export const Provider = lazyPart(async () => ({ default: (await import("./provider")).Provider }));
export const AnotherTab = lazyPart(async () => ({ default: (await import("./provider")).AnotherTab }));
export const OneTimeLink = lazyPart(async () => ({ default: (await import("./one-time-link")).OneTimeLink }));
export const ForgottenPassword = lazyPart(async () => ({ default: (await import("./one-time-link")).ForgottenPassword }));
