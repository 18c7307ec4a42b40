/** What a fake store is served with. */
import type { Control } from '../control/control.ts';
import type { AllowedHosts } from '../http/allowed-hosts.ts';
import type { Recorder } from '../journal/journal.ts';
import type { Delay } from '../model/rule.ts';
import type { Connections } from './connections.ts';
import type { Dispatcher } from './mounts.ts';

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

export interface Front {
  readonly dispatch: Dispatcher;
  readonly control: Control;
  readonly limits: Limits;
  readonly hosts: AllowedHosts;
  /** Into journal and log. */
  readonly record: Recorder;
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
