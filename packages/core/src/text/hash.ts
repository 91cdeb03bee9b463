import { hashOf as h } from '../features/proto/scan.js';
export function mix(a: number, b: number): number { return (Math.imul(a ^ b ^ (a >>> 15), 0x9e3779b1) ^ (b << 7)) >>> 1; }
export function toHash31(hash: number): number { return hash >>> 1; }
export function hashOf(text: string): number { return h(text) >>> 1; }
export function hashNumber(value: number): number { return Math.round(value * 1000) | 0; }
