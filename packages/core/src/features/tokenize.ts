import { begin, scan } from './proto/scan.js';
export function tokenize(text: string): void {
  begin();
  scan(text);
}
