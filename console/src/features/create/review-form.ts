/** The form of one company, in its mode within the CMS. */
export function formOf(form: string, company: number): string {
  const address = new URL(form);
  address.searchParams.set("company", String(company));
  address.searchParams.set("mode", "cms");
  return address.href;
}

/**
 * Whether the form may be embedded: a page of the console's own origin could take itself out of the sandbox.
 */
export function isEmbeddable(form: string): boolean {
  return URL.canParse(form) && new URL(form).origin !== window.location.origin;
}
