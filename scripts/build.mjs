// `npm run build`: every package's dist/, where it is missing or stale.
import { ensureBuilt, ensureInstalled } from './setup.mjs';

await ensureInstalled();
await ensureBuilt();
