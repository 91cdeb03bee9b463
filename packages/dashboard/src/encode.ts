/** Encodes an id for a URL. An unpaired surrogate in an id would make encodeURIComponent throw. */
export function encodeId(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    return encodeURIComponent(text.replaceAll(/[\ud800-\udfff]/g, '\ufffd'));
  }
}
