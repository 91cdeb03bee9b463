export { createGateway, type Gateway, type GatewayOptions } from './gateway.js';
export { docsFolder, pageFolder } from './http/page-folder.js';
export { createLog, type Log, type LogFields, type LogLevel } from './log.js';
export { readTokenFile, type TokenFile } from './security/token-file.js';
export { isLoopback } from './security/hosts.js';
export { createMemoryStore } from './store/memory.js';
export { createSqliteStore, type SqliteOptions } from './store/sqlite/store.js';
export type { Store } from './store/store.js';
export { createPostgresStore, type PostgresOptions } from './store/postgres/store.js';
