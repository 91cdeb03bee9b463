export { createGateway, type Gateway, type GatewayOptions } from './gateway.js';
export { createMemoryStore } from './store/memory.js';
