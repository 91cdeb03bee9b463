/** For an address. Half a character, which an agent may well send, would make encodeURIComponent throw. */
export function encodeId(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    return encodeURIComponent(text.replaceAll(/[\ud800-\udfff]/g, '\ufffd'));
  }
}
