/** Addresses of the external modules, set when the console is built: see console/README.md. */
const configured = {
  clientDashboard: import.meta.env.VITE_CLIENT_DASHBOARD_URL,
  serviceStatus: import.meta.env.VITE_SERVICE_STATUS_URL,
  foresight: import.meta.env.VITE_FORESIGHT_URL,
};

export type ModuleName = keyof typeof configured;

/** A module's address, or null when none, or none that a browser may open, is configured. */
export function moduleAddress(name: ModuleName, addresses: Partial<Record<ModuleName, string>> = configured): string | null {
  const address = addresses[name];
  if (!address || !URL.canParse(address)) return null;
  const url = new URL(address);
  return url.protocol === "https:" || url.protocol === "http:" ? url.href : null;
}
