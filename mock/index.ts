/**
 * `plant-store/mock`: the fake store for tests.
 *
 *     const mock = await startMock();
 *     await fetch(`${mock.url}/orders`, { headers: { Authorization: `Bearer ${mock.token}` } });
 *     await mock.close();
 */
import { checkOptions } from '../spec/options/option-validation.ts';
import type { JournalDesk, RecordsDesk, ScenarioDesk } from './control/admin-service.ts';
import { type MockOptions, mockOptionKinds } from './start/mock-options.ts';
import { prepareMock, servePreparedMock } from './start/prepare-mock.ts';

export { type ErrorCode, KitError } from '../errors.ts';
export type { Json, JsonArray, JsonObject } from '../spec/json/exact-json.ts';
export type { SpecSource } from '../spec/loading/spec-source.ts';
export type {
  JournalDesk,
  JournalFilter,
  JournalWait,
  RecordsDesk,
  ScenarioDesk,
} from './control/admin-service.ts';
export type { LogFormat } from './journal/log.ts';
export type {
  JournalBody,
  JournalEntry,
  JournalRequest,
  JournalResponse,
  JournalViolation,
} from './model/journal-entry.ts';
export type { ConnectionFault, Rule, RuleCondition, RuleEffect, StoredRule } from './model/rule.ts';
export type { CollectionSize } from './model/storage.ts';
export type { InitialRecords } from './records/create-record-handler.ts';
export type { Limits, TlsIdentity } from './serve/server-context.ts';
export type { MountedSpec } from './start/load-mounts.ts';
export type { MockOptions } from './start/mock-options.ts';

/** A fake store that runs in this process. */
export interface Mock {
  /** Without a trailing slash: `http://127.0.0.1:51234`. */
  readonly url: string;
  /** What is accepted as a bearer token or API key. */
  readonly token: string;
  /** What a client sends under each security scheme of the contract, by its name. */
  readonly credentials: Readonly<Record<string, string>>;
  /** What the control API requires: of all clients where the host is not loopback, of pages where a contract declares a policy. */
  readonly controlToken: string | undefined;
  /** For `tls: true`: the certificate that a client has to trust, in PEM. */
  readonly certificate: string | undefined;
  /** What was sent to the store: read, count, wait for, watch, clear. */
  readonly journal: JournalDesk;
  /** What the store holds: read, add, clear. */
  readonly records: RecordsDesk;
  /** What requests to come will get: rules. */
  readonly scenario: ScenarioDesk;
  /** Back to the state after the start: initial records and rules, an empty journal. */
  reset(): Promise<void>;
  /** Resolves within a second, whatever clients do; nothing of the store stays. */
  close(): Promise<void>;
  /** The same as `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts a fake store. Throws a KitError, with `code`, `detail` and `fix`, for options that cannot be. */
export async function startMock(options: MockOptions = {}): Promise<Mock> {
  checkOptions(options, mockOptionKinds);
  const prepared = await prepareMock(options);
  const mock = await servePreparedMock(prepared);
  const { url, token, credentials, journal, records, scenario, reset, close } = mock;
  const controlToken = mock.controlToken ?? mock.pageToken();
  const certificate = prepared.certificate?.cert;
  const admin = { journal, records, scenario };
  const lifecycle = { reset, close, [Symbol.asyncDispose]: close };
  return { url, token, credentials, controlToken, certificate, ...admin, ...lifecycle };
}
