import { describe, expect, it } from 'vitest';
import { attack } from './main.js';

describe('the attack on the MCP proxy', () => {
  it('obfuscations that work without the proxy do not work with it', () => {
    const { passed, control, forwarded } = attack(5000, 7);
    expect(passed).toEqual([]);
    expect(control.run).toBeGreaterThan(10);
    expect(forwarded).toBeGreaterThan(100);
  });
});
