export { createGatewayClient } from './client.js';
export type { GatewayClient, GatewayClientOptions, GatewayOrder, GatewayTrouble } from './options.js';
