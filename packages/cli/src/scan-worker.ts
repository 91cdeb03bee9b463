import { parentPort, workerData } from 'node:worker_threads';
import { guardFrom } from './config/guard-from.js';
import { loadConfig, readerGuard } from './config/load.js';
import { pageSession } from './report/html/session.js';
import { inspectInBatches, senderTo } from './scan/batches.js';
import type { Order, WorkerSetup } from './scan/worker-protocol.js';
import { fileChunks } from './transcripts/sources.js';

// A thread of `rutbreak scan`: processes one file at a time and sends its findings.
const { flags, places, hasPage, ...rest } = workerData as WorkerSetup;
const loaded = loadConfig(flags, places);
const guard = guardFrom(readerGuard(loaded));
const how = { ...rest, guard, sessionOf: loaded.sessionOf, ...(hasPage && { show: pageSession }) };
const sender = senderTo((batch) => parentPort?.postMessage(batch));

parentPort?.on('message', (order: Order) => {
  if (order.kind === 'taken') sender.taken();
  else void inspectInBatches({ name: order.file, open: () => fileChunks(order.file) }, how, sender);
});
