/**
 * `plant-store/mock`: the mock server for tests.
 *
 *     const mock = await startMock();
 *     await fetch(`${mock.url}/orders`, { headers: { Authorization: `Bearer ${mock.token}` } });
 *     await mock.close();
 */
import '../node-version.ts';

import { checkOptions } from '../spec/options/option-validation.ts';
import type { JournalAdmin, RecordsAdmin, ScenarioAdmin, WebhooksAdmin } from './control/admin-service.ts';
import type { MockConfig } from './handlers/config-types.ts';
import type { TypedConfig } from './handlers/typed-config.ts';
import { type MockOptions, mockOptionKinds } from './start/mock-options.ts';
import { prepareMock, servePreparedMock } from './start/prepare-mock.ts';

export { type ErrorCode, KitError } from '../errors.ts';
export type { Json, JsonArray, JsonObject } from '../spec/json/exact-json.ts';
export type { SpecSource } from '../spec/loading/spec-source.ts';
export type {
  JournalAdmin,
  JournalFilter,
  JournalWait,
  RecordsAdmin,
  ScenarioAdmin,
  WebhookDelivery,
  WebhookReceipt,
  WebhooksAdmin,
} from './control/admin-service.ts';
export type {
  GeneratedSeed,
  HandlerContext,
  HandlerRequest,
  HandlerResponse,
  HandlerStore,
  MockConfig,
  OperationHandler,
  Seed,
  SeedContext,
} from './handlers/config-types.ts';
export type { TypedConfig } from './handlers/typed-config.ts';
export type { LogFormat } from './journal/log.ts';
export type {
  EntryKind,
  JournalBody,
  JournalEntry,
  JournalRequest,
  JournalResponse,
  JournalViolation,
} from './model/journal-entry.ts';
export type { ConnectionFault, Rule, RuleCondition, RuleEffect, StoredRule } from './model/rule.ts';
export type { CollectionSize } from './model/storage.ts';
export type { InitialRecords } from './records/record-handler-options.ts';
export type { Limits, TlsIdentity } from './serve/server-context.ts';
export type { MountedSpec } from './start/load-mounts.ts';
export type { MockOptions } from './start/mock-options.ts';

/** A mock server that runs in this process. */
export interface Mock {
  /** Without a trailing slash: `http://127.0.0.1:51234`. */
  readonly url: string;
  /** The token that is accepted as a bearer token or API key. */
  readonly token: string;
  /** The credential for each security scheme of the contract, by its name. */
  readonly credentials: Readonly<Record<string, string>>;
  /**
   * The token that the control API requires: from all clients if the host is not loopback, from pages if a contract
   * declares a content security policy.
   */
  readonly controlToken: string | undefined;
  /** For `tls: true`: the certificate that clients must trust, in PEM. */
  readonly certificate: string | undefined;
  /** The received requests: list, count, wait for, watch, clear. */
  readonly journal: JournalAdmin;
  /** The stored records: list, add, clear. */
  readonly records: RecordsAdmin;
  /** The rules that set the responses to later requests. */
  readonly scenario: ScenarioAdmin;
  /** The declared webhooks, which can be sent to a receiver. */
  readonly webhooks: WebhooksAdmin;
  /** Restores the state after the start: initial records and rules, an empty journal. */
  reset(): Promise<void>;
  /** Resolves within a second, whatever clients do, and releases all resources. */
  close(): Promise<void>;
  /** The same as `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Checks the types of `plant-store.config.ts`, also against those of `plant-store types`:
 * `defineConfig<operations, collections>({...})`. Returns what it gets.
 */
export function defineConfig(config: MockConfig): MockConfig;
/** With the operations, collections and objects that `plant-store types` has written. */
export function defineConfig<Operations, Collections, Objects = Readonly<Record<never, never>>>(
  config: TypedConfig<Operations, Collections, Objects>,
): MockConfig;
export function defineConfig(config: object): object {
  return config;
}

/** Starts a mock server. Throws a KitError, with `code`, `detail` and `fix`, for invalid options. */
export async function startMock(options: MockOptions = {}): Promise<Mock> {
  checkOptions(options, mockOptionKinds);
  const prepared = await prepareMock(options);
  const mock = await servePreparedMock(prepared);
  const { url, token, credentials, journal, records, scenario, webhooks, reset, close } = mock;
  const controlToken = mock.controlToken ?? mock.pageToken();
  const certificate = prepared.certificate?.cert;
  const admin = { journal, records, scenario, webhooks };
  const lifecycle = { reset, close, [Symbol.asyncDispose]: close };
  return { url, token, credentials, controlToken, certificate, ...admin, ...lifecycle };
}
