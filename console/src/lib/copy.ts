/** Puts a text into the clipboard. False where the browser has none for pages (without https), or refuses it. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
