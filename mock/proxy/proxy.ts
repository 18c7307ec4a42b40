/** The proxy mode: its handler replaces that of the mock, and it summarizes the traffic. */
import type { Contract } from '../../spec/model/contract.ts';
import type { Handler } from '../request/request-handler.ts';
import type { ResponseGenerator } from '../respond/response-generator.ts';
import type { Scenario } from '../rules/scenario.ts';
import type { ExampleRecorder } from './example-recorder/example-recorder.ts';
import { createForwarder, parseUpstream } from './forwarder.ts';
import { createProxyHandler } from './proxy-handler.ts';
import { createTrafficCounter, type TrafficSummary } from './traffic-summary.ts';

export interface ProxyOptions {
  /** The base URL of the service; its path is prepended to that of every request. */
  readonly upstream: string;
  /** Milliseconds for a complete response; the default is 30,000. */
  readonly timeout?: number;
  /** Longer responses are passed through without validation; the default is 10 MB. */
  readonly responseBytes?: number;
  /** Whether the mock responds where the upstream responds with 501; the default is false. */
  readonly mocksUnimplemented?: boolean;
  /** Records exchanges that conform to the contract. Closed with the proxy. */
  readonly recorder?: ExampleRecorder;
}

export interface ValidatingProxy {
  /** `scheme://host:port` of the upstream. */
  readonly origin: string;
  readonly handlerFor: (contract: Contract, parts: LocalHandlerOptions) => Handler;
  /** Of all exchanges so far. */
  readonly summary: () => TrafficSummary;
  /** Writes pending recordings and closes the connections. */
  readonly close: () => Promise<void>;
}

/** For scenario rules that respond instead of the upstream. */
export interface LocalHandlerOptions {
  readonly scenario: Scenario;
  readonly generateResponse: ResponseGenerator;
  /** The prefix of the contract. */
  readonly mount: string;
}

/** Throws `target-invalid`. */
export function createProxy(options: ProxyOptions): ValidatingProxy {
  const { timeout = 30_000, responseBytes = 10_000_000, mocksUnimplemented = false, recorder } = options;
  const upstream = parseUpstream(options.upstream);
  const forwarder = createForwarder(upstream, { timeoutMs: timeout, maxResponseBytes: responseBytes });
  const traffic = createTrafficCounter(`${upstream.origin}${upstream.basePath}`);
  return {
    origin: upstream.origin,
    handlerFor: (contract, parts) => {
      traffic.expectOperations(contract);
      return createProxyHandler(contract, {
        ...parts,
        forwarder,
        maxResponseBytes: responseBytes,
        mocksUnimplemented,
        observe: (observed) => {
          traffic.add(observed);
          recorder?.add(observed);
        },
      });
    },
    summary: () => traffic.summary(),
    close: async () => {
      await forwarder.close();
      await recorder?.close();
    },
  };
}
