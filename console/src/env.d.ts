/// <reference types="vite/client" />

interface ImportMetaEnv {
  readonly VITE_CLIENT_DASHBOARD_URL?: string;
  readonly VITE_SERVICE_STATUS_URL?: string;
  readonly VITE_FORESIGHT_URL?: string;
}
