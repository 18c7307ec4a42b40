/** The fake store as a thing to start and to close; the command line and tests in the same process both use it. */
import { KitError } from '../../errors.ts';
import type { Contract } from '../../spec/model/contract.ts';
import { credentialFor } from '../authentication/authenticate.ts';
import { DEFAULT_TOKEN } from '../authentication/default-token.ts';
import { controlTokenFor, randomToken } from '../control/access-control.ts';
import type { AdminService } from '../control/admin-service.ts';
import type { ControlApi, ControlApiOptions } from '../control/control.ts';
import { createAdminService } from '../control/create-admin-service.ts';
import { createAllowedHosts } from '../http/allowed-hosts.ts';
import { createExchangeRecorder, createLogFromSettings } from '../journal/exchange-recorder.ts';
import type { LogFormat } from '../journal/log.ts';
import { createRedactor } from '../journal/redactor.ts';
import { type Rule, requireDelay } from '../model/rule.ts';
import { STORAGE_LIMITS, type Storage } from '../model/storage.ts';
import type { ValidatingProxy } from '../proxy/proxy.ts';
import { createKeyedMutex } from '../records/collection.ts';
import type { InitialRecords } from '../records/create-record-handler.ts';
import { collectInitialState } from '../records/initial-records.ts';
import { declaresPolicy } from '../respond/security-headers.ts';
import { createMemoryStorage } from '../storage/memory/memory-storage.ts';
import { createHttpServer, hostInUrl, listen, shutDown, trackSockets } from './http-server.ts';
import { type Mount, type Mounts, mountContracts } from './mounts.ts';
import { createConnections } from './pipelining.ts';
import type { Limits, TlsIdentity } from './server-context.ts';

export interface ServeOptions {
  /** 0, the default, takes a free one. */
  readonly port?: number;
  readonly host?: string;
  /**
   * On a loopback address requests and pages of other names are refused, but for these: `shop.test`, `*.shop.test`. On any other
   * address all names are accepted unless some are given.
   */
  readonly allowHosts?: readonly string[];
  /** What is accepted as a credential; the first is told as `token`. */
  readonly tokens?: readonly string[];
  /** `false` opens every operation. */
  readonly auth?: boolean;
  /** Before each answer: milliseconds, or a range of them such as `100-300`. */
  readonly delay?: number | string;
  /** The same seed gives the same dynamic values. */
  readonly seed?: number;
  /** Values made up for each answer in place of the declared examples. */
  readonly dynamic?: boolean;
  /** Keeps no records: every answer is generated. */
  readonly stateless?: boolean;
  /** The initial records, in place of those that the contract's examples give. */
  readonly records?: InitialRecords;
  /** The initial rules of the scenario. */
  readonly rules?: readonly Rule[];
  /** Where records, journal and rules are kept; in memory unless given. Closed with the store. */
  readonly storage?: Storage;
  /** Asked for by the control API; where others than this machine can reach it there is always one. */
  readonly controlToken?: string;
  /** Required of pages where a contract declares a policy of its own for a response; made up unless given. */
  readonly pageToken?: string;
  /** Serves HTTPS. */
  readonly tls?: TlsIdentity;
  /** Gets one line for each request. */
  readonly log?: (line: string) => void;
  /** Of the lines: for people unless given. */
  readonly logFormat?: LogFormat;
  readonly limits?: Partial<Limits>;
  /** Passes every request on to an upstream in place of answering it. Closed with the store. */
  readonly proxy?: ValidatingProxy;
}

export interface RunningMock extends AdminService {
  /** Without a trailing slash. */
  readonly url: string;
  readonly token: string;
  /** For the control API; undefined where it is open to this machine. */
  readonly controlToken: string | undefined;
  /** For pages that use the control API where no `controlToken` is required; undefined where it is open to them. Of the moment. */
  readonly pageToken: () => string | undefined;
  /** What a client sends under each security scheme, by its name. */
  readonly credentials: Readonly<Record<string, string>>;
  /** Takes other contracts from the next request on; records, journal and rules stay. */
  replaceContracts(mounts: readonly Mount[]): Promise<void>;
  /** Loads what answers are generated with, which the first one would else wait for. Never rejects. */
  preload(): Promise<void>;
  /** Resolves within a second, whatever clients do. */
  close(): Promise<void>;
}

export const defaultLimits: Limits = {
  bodyBytes: 10_000_000,
  headerBytes: 16_384,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  readRate: 10_000,
  connections: 1_000,
};

/** Throws `port-taken`, `listen-failed` and `option-invalid`. Nothing is shared between two of them, and nothing stays after `close`. */
export async function serveMock(
  contract: Contract | readonly Mount[],
  options: ServeOptions = {},
): Promise<RunningMock> {
  const { storage = createMemoryStorage() } = options;
  try {
    return await startServer(toMounts(contract), { ...options, storage });
  } catch (error) {
    await options.proxy?.close();
    await storage.close();
    throw error;
  }
}

async function startServer(
  contracts: readonly Mount[],
  options: ServeOptions & { readonly storage: Storage },
): Promise<RunningMock> {
  const { host = '127.0.0.1', storage, allowHosts = [] } = options;
  const [token = DEFAULT_TOKEN, ...others] = options.tokens ?? [];
  const tokens = [token, ...others];
  const controlToken = controlTokenFor(host, options.controlToken);
  const configuredPageToken = controlToken ?? options.pageToken ?? randomToken();
  const secrets = [...tokens, configuredPageToken];
  const hosts = createAllowedHosts(host, allowHosts);
  const settings = { ...options, tokens, runExclusive: createKeyedMutex() };
  assertStorageLimits(options);
  let mounts = await mountContracts(contracts, settings);
  let redact = createRedactor(mounts.securitySchemes, secrets);
  const initialState = async () => ({
    ...(await collectInitialState(mounts.insertInitialRecords)),
    rules: options.rules ?? [],
  });
  await storage.initialize(await initialState());
  const closing = new AbortController();
  const limits = withDefaultLimits(options.limits);
  const adminService = createAdminService({
    storage,
    initialState,
    addRecord: (name, value) => mounts.addRecord(name, value),
    contracts: () => mounts.contracts,
    closing: closing.signal,
  });
  const pageToken = () =>
    controlToken === undefined && mounts.contracts.some(({ contract }) => declaresPolicy(contract))
      ? configuredPageToken
      : undefined;
  const server = createHttpServer({
    dispatch: (incomingRequest) => mounts.dispatch(incomingRequest),
    control: createLazyControlApi({
      adminService,
      servedContracts: () => mounts.contracts,
      token,
      access: { controlToken, pageToken, hosts },
      bodyBytes: limits.bodyBytes,
      closing: closing.signal,
      log: (line) => createLogFromSettings(settings)?.note(line),
    }),
    limits,
    hosts,
    recordExchange: createExchangeRecorder(() => redact, settings),
    delay: requireDelay(options.delay ?? 0),
    connections: createConnections(),
    closing: closing.signal,
    tls: options.tls,
  });
  const sockets = trackSockets(server);
  const port = await listen(server, options.port ?? 0, host);
  return {
    ...adminService,
    url: `${options.tls === undefined ? 'http' : 'https'}://${hostInUrl(host)}:${port}`,
    token,
    controlToken,
    pageToken,
    credentials: schemeCredentials(mounts, token),
    replaceContracts: async (replacements) => {
      mounts = await mountContracts(replacements, settings);
      redact = createRedactor(mounts.securitySchemes, secrets);
    },
    preload: () => mounts.preload(),
    close: async () => {
      await shutDown({ server, sockets, closing });
      await options.proxy?.close();
      await storage.close();
    },
  };
}

/** Node wants the header section no later than the whole. */
function withDefaultLimits(given: Partial<Limits> | undefined): Limits {
  const limits = { ...defaultLimits, ...given };
  return { ...limits, headersTimeout: Math.min(limits.headersTimeout, limits.requestTimeout) };
}

/** What the bounds of the storage would drop in silence is refused. */
function assertStorageLimits({ records = {}, rules = [] }: ServeOptions): void {
  const count = Object.values(records).reduce((sum, list) => sum + list.length, 0);
  if (count > STORAGE_LIMITS.records)
    throw new KitError('record-invalid', `initial records: expected at most ${STORAGE_LIMITS.records}, got ${count}`);
  if (rules.length > STORAGE_LIMITS.rules)
    throw new KitError('rule-invalid', `rules: expected at most ${STORAGE_LIMITS.rules}, got ${rules.length}`);
}

function toMounts(contract: Contract | readonly Mount[]): readonly Mount[] {
  return 'operations' in contract ? [{ prefix: '', contract }] : contract;
}

function schemeCredentials({ securitySchemes }: Mounts, token: string): Readonly<Record<string, string>> {
  return Object.fromEntries(securitySchemes.map((one) => [one.name, credentialFor(one, token)]));
}

/** The control API, loaded with the first request for it: a start has no use for it. */
function createLazyControlApi(options: ControlApiOptions): ControlApi {
  let loaded: Promise<ControlApi> | undefined;
  const load = async () => (await import('../control/control.ts')).createControlApi(options);
  return {
    handle: async (request, response) => {
      loaded ??= load();
      await (await loaded).handle(request, response);
    },
  };
}
