/** What a fake store is served with. */
import type { ControlApi } from '../control/control.ts';
import type { AllowedHosts } from '../http/allowed-hosts.ts';
import type { ExchangeRecorder } from '../journal/exchange-recorder.ts';
import type { Delay } from '../model/rule.ts';
import type { Dispatcher } from './mounts.ts';
import type { Connections } from './pipelining.ts';

export interface Limits {
  readonly bodyBytes: number;
  readonly headerBytes: number;
  /** Milliseconds for the header section, and for the whole request, to arrive. */
  readonly headersTimeout: number;
  readonly requestTimeout: number;
  /** Bytes a second, at which a client has to read its answers. */
  readonly readRate: number;
  /** At the same time. */
  readonly connections: number;
}

export interface ServerContext {
  readonly dispatch: Dispatcher;
  readonly control: ControlApi;
  readonly limits: Limits;
  readonly hosts: AllowedHosts;
  /** Into journal and log. */
  readonly recordExchange: ExchangeRecorder;
  /** Before each answer, unless the request or a rule says otherwise. */
  readonly delay: Delay;
  readonly connections: Connections;
  /** Aborted when the store closes. */
  readonly closing: AbortSignal;
  readonly tls: TlsIdentity | undefined;
}

/** In PEM. */
export interface TlsIdentity {
  readonly cert: string;
  readonly key: string;
}
