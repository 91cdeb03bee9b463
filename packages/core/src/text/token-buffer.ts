import * as T from '../features/proto/scan.js';
export const WORD = 1, NUMBER = 2, ID = 3, CLOCK = 4;
export const tokens = { get count() { return T.count; }, kinds: T.kinds, values: T.values, hashes: { } as any as Int32Array };
(tokens as any).hashes = new Proxy({}, { get: (_, i) => T.hashes[Number(i)]! >>> 1 });
