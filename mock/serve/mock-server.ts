/** Starts and closes a mock server; used by the command line and by tests in the same process. */
import { kitVersion } from '../../spec/kit.ts';
import type { Contract } from '../../spec/model/contract.ts';
import { controlTokenFor, randomToken } from '../control/access-control.ts';
import type { AdminService } from '../control/admin-service.ts';
import type { ControlApi, ControlApiOptions } from '../control/control.ts';
import { createAllowedHosts } from '../http/allowed-hosts.ts';
import type { Storage } from '../model/storage.ts';
import { declaresPolicy } from '../respond/security-headers.ts';
import { createMemoryStorage } from '../storage/memory/memory-storage.ts';
import { createHttpServer, hostInUrl, listen, shutDown, trackSockets } from './http-server.ts';
import { createMockCore, type MockCore, type MockCoreOptions } from './mock-core.ts';
import type { Mount } from './mounts.ts';
import { createConnections } from './pipelining.ts';
import { createResponseQueue } from './response-queue.ts';
import { enforceReadTimeout } from './send-response.ts';
import type { ServeOptions } from './serve-options.ts';
import type { Limits } from './server-context.ts';

export type { ServeOptions } from './serve-options.ts';

export interface RunningMock extends AdminService {
  /** Without a trailing slash. */
  readonly url: string;
  readonly token: string;
  /** The token for the control API; undefined if clients on this machine need none. */
  readonly controlToken: string | undefined;
  /**
   * The token for pages that use the control API if no `controlToken` is required; undefined if they need none. It can
   * change when contracts are replaced.
   */
  readonly pageToken: () => string | undefined;
  /** The credential for each security scheme, by its name. */
  readonly credentials: Readonly<Record<string, string>>;
  replaceContracts: MockCore['replaceContracts'];
  /** Loads the response generator in advance, so that the first response does not wait for it. Never rejects. */
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

/**
 * Throws `port-taken`, `listen-failed` and `option-invalid`. Servers share no state, and `close` releases everything.
 */
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
  const controlToken = controlTokenFor(host, options.controlToken);
  const configuredPageToken = controlToken ?? options.pageToken ?? randomToken();
  const hosts = createAllowedHosts(host, allowHosts);
  const core = await createMockCore(contracts, { ...options, ...nodeParts, secrets: [configuredPageToken] });
  const { adminService, token, closing, recordExchange } = core;
  const limits = withDefaultLimits(options.limits);
  const pageToken = () =>
    controlToken === undefined && core.contracts().some(({ contract }) => declaresPolicy(contract))
      ? configuredPageToken
      : undefined;
  const server = createHttpServer({
    dispatch: core.dispatch,
    control: createLazyControlApi({
      ...core.controlOptions,
      adminService,
      servedContracts: core.contracts,
      token,
      access: { controlToken, pageToken, hosts },
      bodyBytes: limits.bodyBytes,
      closing: closing.signal,
    }),
    limits,
    hosts,
    recordExchange,
    sendCallbacks: core.sendCallbacks,
    delay: core.delay,
    streamInterval: core.streamInterval,
    connections: createConnections(),
    responses: createResponseQueue((response) => enforceReadTimeout(response, limits)),
    closing: closing.signal,
    tls: options.tls,
  });
  const sockets = trackSockets(server);
  const port = await listen(server, options.port ?? 0, host);
  const url = `${options.tls === undefined ? 'http' : 'https'}://${hostInUrl(host)}:${port}`;
  core.setOrigin(url);
  return {
    ...adminService,
    url,
    token,
    controlToken,
    pageToken,
    credentials: core.credentials(),
    replaceContracts: core.replaceContracts,
    preload: core.preload,
    close: async () => {
      await shutDown({ server, sockets, closing });
      await options.proxy?.close();
      await storage.close();
    },
  };
}

/** Node requires the timeout of the header section not to exceed that of the request. */
function withDefaultLimits(configured: Partial<Limits> | undefined): Limits {
  const limits = { ...defaultLimits, ...configured };
  return { ...limits, headersTimeout: Math.min(limits.headersTimeout, limits.requestTimeout) };
}

function toMounts(contract: Contract | readonly Mount[]): readonly Mount[] {
  return 'operations' in contract ? [{ prefix: '', contract }] : contract;
}

/** Loads the control API on its first request, because the start does not need it. */
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

/** What a mock has in Node and not in a browser. */
export const nodeParts: Pick<MockCoreOptions, 'loadEngine' | 'userAgent'> = {
  // Loaded when a response needs it first, because that takes as long as the rest of the start.
  loadEngine: async (contract, options) => {
    const { createEngine } = await import('../respond/prism-engine.ts');
    return createEngine(contract, options);
  },
  userAgent: `plant-store/${kitVersion()}`,
};
