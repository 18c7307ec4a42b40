/** The proxy mode: what stands in place of the fake store's own answers, and what it has seen. */
import type { Contract } from '../../spec/model/contract.ts';
import type { Handler } from '../request/handle.ts';
import type { Answerer } from '../respond/respond.ts';
import type { Scenario } from '../rules/rules.ts';
import { createForwarder, parseUpstream } from './forward.ts';
import { createProxyHandler } from './handler.ts';
import type { ExampleRecorder } from './record/recorder.ts';
import { createTally, type Summary } from './tally.ts';

export interface ProxyOptions {
  /** The base URL of the service; its path is put before that of every request. */
  readonly upstream: string;
  /** Milliseconds for a whole answer; 30 s. */
  readonly timeout?: number;
  /** Longer answers pass through unjudged; 10 MB. */
  readonly answerBytes?: number;
  /** Takes exchanges that keep the contract. Closed with the proxy. */
  readonly recorder?: ExampleRecorder;
}

export interface ValidatingProxy {
  /** `scheme://host:port` of the upstream. */
  readonly origin: string;
  readonly handlerFor: (contract: Contract, parts: LocalParts) => Handler;
  /** Of all exchanges so far. */
  readonly summary: () => Summary;
  /** Writes what was recorded, and ends the connections. */
  readonly close: () => Promise<void>;
}

/** For the rules of a scenario, which answer in place of the upstream. */
export interface LocalParts {
  readonly scenario: Scenario;
  readonly answer: Answerer;
  /** The prefix of the contract. */
  readonly mount: string;
}

/** Throws `target-invalid`. */
export function createProxy(options: ProxyOptions): ValidatingProxy {
  const { timeout = 30_000, answerBytes = 10_000_000, recorder } = options;
  const upstream = parseUpstream(options.upstream);
  const forwarder = createForwarder(upstream, { timeout, answerBytes });
  const tally = createTally(`${upstream.origin}${upstream.basePath}`);
  return {
    origin: upstream.origin,
    handlerFor: (contract, parts) => {
      tally.expect(contract);
      return createProxyHandler(contract, {
        ...parts,
        forwarder,
        answerBytes,
        observe: (observed) => {
          tally.add(observed);
          recorder?.add(observed);
        },
      });
    },
    summary: () => tally.summary(),
    close: async () => {
      await forwarder.close();
      await recorder?.close();
    },
  };
}
