export { createGatewayClient } from './client.js';
export { createGatewayLink, type GatewayLink, type GatewayLinkOptions, type PersonOrder } from './link.js';
export type { GatewayClient, GatewayClientOptions, GatewayOrder, GatewayTrouble } from './options.js';
