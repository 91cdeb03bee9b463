// `npm run faults`: the gateway's processes and its database are killed while agents send; then the books are compared.
import { pathToFileURL } from 'node:url';
import { bundle, installQuietly } from './bundle.mjs';

installQuietly();
const { href } = pathToFileURL(await bundle('packages/gateway/src/testing/faults/main.ts'));
const { main } = await import(href);
process.exitCode = await main(process.argv.slice(2), href, console);
