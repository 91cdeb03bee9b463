/** Helpers for the other packages of this repository. Not part of the public interface. */
export { addRecent, type RecentlyUsed, recentlyUsed } from './bounded.js';
export { isRecord, type Json, list, parseJson, record, text } from './json.js';
