import { createLlmProxy, type LlmProxyOptions, type LlmReport } from '../llm/index.js';
import { type MockLlm, type Script, startMockLlm } from './mock-llm.js';

/** A proxy in front of a scripted model. */
export interface Proxied {
  /** The proxy's address. */
  readonly url: string;
  readonly mock: MockLlm;
  readonly reports: readonly LlmReport[];
}

/** Starts proxies for tests; `end` stops them all. */
export function proxies(): {
  readonly begin: (script: Script, options?: Partial<LlmProxyOptions>) => Promise<Proxied>;
  readonly end: () => Promise<void>;
} {
  const running: { readonly close: () => Promise<void> }[] = [];
  return {
    async begin(script, options = {}) {
      const reports: LlmReport[] = [];
      const mock = await startMockLlm(script);
      const onReport = (report: LlmReport): void => void reports.push(report);
      const proxy = createLlmProxy({ upstream: mock.url, onReport, ...options });
      running.push(proxy, mock);
      return { url: await proxy.listen(), mock, reports };
    },
    async end() {
      await Promise.all(running.splice(0).map(({ close }) => close()));
    },
  };
}
