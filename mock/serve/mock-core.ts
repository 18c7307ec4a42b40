/**
 * A mock without sockets: storage, contracts, rules, journal and admin service. The HTTP server and the handlers of MSW
 * are built on it.
 */

import { KitError } from '../../errors.ts';
import { isJsonArray } from '../../spec/json/exact-json.ts';
import { credentialFor } from '../authentication/authenticate.ts';
import { DEFAULT_TOKEN } from '../authentication/default-token.ts';
import { DEFAULT_TOKEN_LIFETIME_MS, requireTokenLifetime } from '../authentication/token-lifetime.ts';
import type { AdminService } from '../control/admin-service.ts';
import type { ControlApiOptions } from '../control/control.ts';
import { createAdminService } from '../control/create-admin-service.ts';
import type { ServedContract } from '../control/server-info.ts';
import { createHostPredicate } from '../http/allowed-hosts.ts';
import { isControlTarget } from '../http/request-target.ts';
import { createExchangeRecorder, createLogFromSettings, type ExchangeRecorder } from '../journal/exchange-recorder.ts';
import { createRedactor } from '../journal/redactor.ts';
import { createMadeUpValues } from '../made-up/made-up-values.ts';
import type { OutgoingRequest } from '../model/outgoing-request.ts';
import { type Delay, requireDelay } from '../model/rule.ts';
import { STORAGE_LIMITS, type Storage } from '../model/storage.ts';
import { requireStreamPace } from '../model/stream-pace.ts';
import { createReceiverCheck } from '../outgoing/allowed-receivers.ts';
import { type OutgoingSettings, sendOutgoing } from '../outgoing/send-outgoing.ts';
import { createKeyedMutex } from '../records/collection.ts';
import { collectInitialState } from '../records/initial/initial-records.ts';
import type { EngineLoader } from '../respond/lazy-response-generator.ts';
import { type Dispatcher, type Mount, type Mounts, mountContracts } from './mounts.ts';
import type { ServeOptions } from './serve-options.ts';

export interface MockCore {
  readonly adminService: AdminService;
  /** The accepted token that is reported. */
  readonly token: string;
  /** The credential for each security scheme, by its name. */
  readonly credentials: () => Readonly<Record<string, string>>;
  /** The contracts that are served now. */
  readonly contracts: () => readonly ServedContract[];
  readonly dispatch: Dispatcher;
  readonly recordExchange: ExchangeRecorder;
  /** Never rejects. */
  readonly sendCallbacks: (requests: readonly OutgoingRequest[]) => void;
  readonly delay: Delay;
  /** Milliseconds between the items of a stream. */
  readonly streamInterval: number;
  /** What the control API needs of the mock. */
  readonly controlOptions: Pick<
    ControlApiOptions,
    'openEditor' | 'collectRecords' | 'replaceState' | 'origin' | 'madeUp' | 'log'
  >;
  /** Abort it to end what is in progress. */
  readonly closing: AbortController;
  /** Under which address clients reach the mock, once it is known. */
  readonly setOrigin: (url: string) => void;
  /**
   * Serves other contracts from the next request on, also with other handlers, initial records and initial rules;
   * records, journal and rules are kept. Throws `record-invalid`, and then changes nothing.
   */
  readonly replaceContracts: (
    mounts: readonly Mount[],
    code?: Pick<ServeOptions, 'handlers' | 'records' | 'rules'>,
  ) => Promise<void>;
  /** Loads the response generator in advance, so that the first response does not wait for it. Never rejects. */
  readonly preload: () => Promise<void>;
}

export interface MockCoreOptions extends ServeOptions {
  readonly storage: Storage;
  /** Generates the samples of responses. */
  readonly loadEngine: EngineLoader;
  /** Of callbacks and webhooks; undefined for that of the browser. */
  readonly userAgent: string | undefined;
  /** Masked in log and journal, in addition to the tokens. */
  readonly secrets: readonly string[];
}

/** Throws `option-invalid`, `record-invalid` and `rule-invalid`. The caller closes the storage. */
export async function createMockCore(contracts: readonly Mount[], options: MockCoreOptions): Promise<MockCore> {
  const { storage } = options;
  const [token = DEFAULT_TOKEN, ...others] = options.tokens ?? [];
  const tokens = [token, ...others];
  const secrets = [...tokens, ...options.secrets];
  const streamPace = requireStreamPace(options.stream);
  let settings = {
    ...options,
    ...{ tokens, streamItems: streamPace.items, sendsCallbacks: options.callbacks !== undefined },
    tokenLifetimeMs: requireTokenLifetime(options.tokenLifetime ?? DEFAULT_TOKEN_LIFETIME_MS),
    now: options.now ?? Date.now,
    allowsHost: createHostPredicate(options.allowHosts ?? []),
    runExclusive: createKeyedMutex(),
  };
  assertStorageLimits(options);
  let mounts = await mountContracts(contracts, settings);
  let redact = createRedactor(mounts.securitySchemes, secrets);
  const initialState = async () => ({
    ...(await collectInitialState(mounts.insertInitialRecords)),
    rules: settings.rules ?? [],
  });
  await storage.initialize(await initialState());
  const closing = new AbortController();
  const recordExchange = createExchangeRecorder(() => redact, settings);
  const outgoing: OutgoingSettings = {
    checkReceiver: createReceiverCheck({ hosts: callbackHosts(options), isControlTarget }),
    record: recordExchange,
    userAgent: options.userAgent,
    closing: closing.signal,
  };
  let url = '';
  const seed = options.seed === undefined ? undefined : String(options.seed);
  const madeUp = createMadeUpValues({ seed, locale: options.locale });
  const adminService = createAdminService({
    ...{ storage, seed },
    madeUp,
    sendOutgoing: (request) => sendOutgoing(request, outgoing),
    initialState,
    withNested: (records) => mounts.withNested(records),
    addRecord: (name, value) => mounts.addRecord(name, value),
    origin: () => url,
    contracts: () => mounts.contracts,
    closing: closing.signal,
  });
  return {
    adminService,
    token,
    closing,
    recordExchange,
    credentials: () => schemeCredentials(mounts, token),
    contracts: () => mounts.contracts,
    dispatch: (incomingRequest) => mounts.dispatch(incomingRequest),
    sendCallbacks: (requests) => {
      for (const request of requests) void sendOutgoing(request, outgoing);
    },
    delay: requireDelay(options.delay ?? 0),
    streamInterval: streamPace.interval,
    controlOptions: {
      openEditor: (name) => mounts.openEditor(name),
      collectRecords: (given) => collectInitialState((records) => mounts.insertGivenRecords(records, given)),
      replaceState: (state) => storage.reset(state),
      origin: () => url,
      madeUp,
      log: (line) => createLogFromSettings(settings)?.note(line),
    },
    setOrigin: (origin) => {
      url = origin;
    },
    replaceContracts: async (replacements, code = {}) => {
      const replaced = { ...settings, ...code };
      assertStorageLimits(replaced);
      const replacedMounts = await mountContracts(replacements, replaced);
      // Invalid records must not wait for a reset.
      if (code.records !== undefined) await collectInitialState(replacedMounts.insertInitialRecords);
      mounts = replacedMounts;
      settings = replaced;
      redact = createRedactor(mounts.securitySchemes, secrets);
    },
    preload: () => mounts.preload(),
  };
}

function callbackHosts({ callbacks = [] }: ServeOptions): readonly string[] {
  return callbacks === true ? [] : callbacks;
}

/** Rejects initial data that exceeds the limits, because the storage would silently evict it. */
function assertStorageLimits({ records = {}, rules = [] }: ServeOptions): void {
  const count = Object.values(records).reduce((sum, list) => sum + (isJsonArray(list) ? list.length : 1), 0);
  if (count > STORAGE_LIMITS.records)
    throw new KitError('record-invalid', `initial records: expected at most ${STORAGE_LIMITS.records}, got ${count}`);
  if (rules.length > STORAGE_LIMITS.rules)
    throw new KitError('rule-invalid', `rules: expected at most ${STORAGE_LIMITS.rules}, got ${rules.length}`);
}

function schemeCredentials({ securitySchemes }: Mounts, token: string): Readonly<Record<string, string>> {
  return Object.fromEntries(securitySchemes.map((one) => [one.name, credentialFor(one, token)]));
}
