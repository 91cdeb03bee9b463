export {
  createGatewayClient,
  type GatewayClient,
  type GatewayClientOptions,
  type GatewayOrder,
  type GatewayTrouble,
} from '@rutbreak/proxy/gateway-client';
