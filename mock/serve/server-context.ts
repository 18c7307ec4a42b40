/** What the modules in serve/ share: limits, handlers and the state of the server. */
import type { ControlApi } from '../control/control.ts';
import type { AllowedHosts } from '../http/allowed-hosts.ts';
import type { ExchangeRecorder } from '../journal/exchange-recorder.ts';
import type { OutgoingRequest } from '../model/outgoing-request.ts';
import type { Delay } from '../model/rule.ts';
import type { Dispatcher } from './mounts.ts';
import type { Connections } from './pipelining.ts';
import type { ResponseQueue } from './response-queue.ts';

export interface Limits {
  readonly bodyBytes: number;
  readonly headerBytes: number;
  /** Milliseconds until the header section must have arrived. */
  readonly headersTimeout: number;
  /** Milliseconds until the whole request must have arrived. */
  readonly requestTimeout: number;
  /** The minimum rate at which clients must read responses, in bytes per second. */
  readonly readRate: number;
  /** The maximum number of concurrent connections. */
  readonly connections: number;
}

export interface ServerContext {
  readonly dispatch: Dispatcher;
  readonly control: ControlApi;
  readonly limits: Limits;
  readonly hosts: AllowedHosts;
  /** Records an exchange in the journal and the log. */
  readonly recordExchange: ExchangeRecorder;
  /** The default delay; the request or a rule may set another one. */
  readonly delay: Delay;
  /** Milliseconds between the items of a stream. */
  readonly streamInterval: number;
  /** Sends the callbacks that follow a response. Never rejects. */
  readonly sendCallbacks: (requests: readonly OutgoingRequest[]) => void;
  readonly connections: Connections;
  readonly responses: ResponseQueue;
  /** Aborted when the server closes. */
  readonly closing: AbortSignal;
  readonly tls: TlsIdentity | undefined;
}

/** A certificate and its key in PEM. */
export interface TlsIdentity {
  readonly cert: string;
  readonly key: string;
}
