declare module "redoc/bundles/redoc.standalone.js" {
  const redoc: { init: (description: unknown, options: Record<string, unknown>, place: HTMLElement) => void };
  export default redoc;
}
