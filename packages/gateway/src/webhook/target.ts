import { lookup as resolve } from 'node:dns/promises';
import { BlockList, isIP, isIPv4 } from 'node:net';
import { HttpProblem } from '../http/problem.js';

/** Networks that webhooks may reach besides the public internet. */
export interface Reach {
  /** This machine; true if the gateway itself listens on loopback only. */
  readonly loopback: boolean;
  readonly private: boolean;
}

const LOOPBACK = blockList([
  ['127.0.0.0', 8, 'ipv4'],
  ['::1', 128, 'ipv6'],
]);

/** Networks that a webhook must not reach by default: private networks, cloud metadata services, tunnels. */
const PRIVATE = blockList([
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ['::', 128, 'ipv6'],
  ['64:ff9b::', 32, 'ipv6'],
  ['100::', 64, 'ipv6'],
  ['2001::', 23, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 9, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
]);

function blockList(nets: readonly (readonly [string, number, 'ipv4' | 'ipv6'])[]): BlockList {
  const list = new BlockList();
  for (const [net, prefix, family] of nets) list.addSubnet(net, prefix, family);
  return list;
}

export function mayReach(address: string, reach: Reach): boolean {
  const plain = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
  // Rejects other IPv6 forms of IPv4 addresses.
  if (!isIPv4(plain) && /^::(?:ffff:)?(?!1$)./i.test(plain)) return false;
  const family = isIPv4(plain) ? 'ipv4' : 'ipv6';
  if (LOOPBACK.check(plain, family)) return reach.loopback || reach.private;
  return reach.private || !PRIVATE.check(plain, family);
}

/** Parses and validates the URL of a webhook. */
export function readUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw refused('Use a URL that begins with https:// or http://.');
  if (url.username !== '' || url.password !== '')
    throw refused('Remove the user name and password; deliveries are signed.');
  return url;
}

/** Resolves the host once, so that the address cannot change between the check and the request. */
export async function addressOf(url: URL, reach: Reach): Promise<string> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const found = isIP(host) ? [{ address: host }] : await resolve(host, { all: true });
  const [first] = found;
  // One private address among public ones would bypass the check.
  if (!first || !found.every(({ address }) => mayReach(address, reach)))
    throw refused(`${host} is in a private network.`);
  return first.address;
}

function refused(message: string): HttpProblem {
  return new HttpProblem('INVALID_FIELD', `url: ${message}`, {
    ...{ field: 'url', hint: 'Targets in private networks need `rutbreak serve --webhooks-private`.' },
  });
}
