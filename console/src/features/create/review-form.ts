/** The URL of one company's form, in its CMS mode. */
export function formOf(form: string, company: number): string {
  const address = new URL(form);
  address.searchParams.set("company", String(company));
  address.searchParams.set("mode", "cms");
  return address.href;
}

/** Whether the form may be embedded: a page of the console's own origin could remove its sandbox. */
export function isEmbeddable(form: string): boolean {
  return URL.canParse(form) && new URL(form).origin !== window.location.origin;
}
