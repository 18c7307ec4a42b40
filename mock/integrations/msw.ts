/**
 * `plant-store/msw`: the mock as handlers of MSW, in the process of the tests and without a server.
 *
 *     const mock = await mockHandlers(http, { spec: 'api.yaml', baseUrl: 'https://api.example.com' });
 *     const server = setupServer(...mock.handlers);
 */
import '../../node-version.ts';

import { KitError } from '../../errors.ts';
import { listBasePaths } from '../../spec/model/base-paths.ts';
import { checkOptions } from '../../spec/options/option-validation.ts';
import type { Mock } from '../index.ts';
import { placeholderImage } from '../made-up/placeholder-image.ts';
import { handleFetch } from '../serve/fetch-exchange.ts';
import { createMockCore, type MockCore } from '../serve/mock-core.ts';
import type { Mount } from '../serve/mounts.ts';
import { type MockOptions, mockOptionKinds } from '../start/mock-options.ts';
import { prepareMock } from '../start/prepare-mock.ts';
import { createMemoryStorage } from '../storage/memory/memory-storage.ts';
import { createTargetFinder, parseBaseUrl } from './msw-targets.ts';

export { KitError } from '../../errors.ts';

/** The namespace `http` of MSW, from version 2.11 on, which has predicates that are functions. */
export interface MswHttp<Handler> {
  all(
    predicate: (input: { readonly request: Request }) => boolean,
    resolver: (input: { readonly request: Request }) => Promise<Response>,
  ): Handler;
}

/** The options of `startMock` that do not concern a server. */
export interface MockHandlersOptions
  extends Omit<MockOptions, 'port' | 'host' | 'allowHosts' | 'tls' | 'limits' | 'controlToken'> {
  /**
   * The address of the service in the app, such as `https://api.example.com` or `https://app.example.com/api`: all requests
   * below it are for the mock. By default, these are the requests to paths of the contract, at the address of its servers
   * if they have one, else at any.
   */
  readonly baseUrl?: string;
}

export interface MockHandlers<Handler>
  extends Pick<Mock, 'token' | 'credentials' | 'journal' | 'records' | 'scenario' | 'webhooks' | 'reset' | 'close'> {
  /** For `setupServer(...handlers)`. Handlers of `server.use` precede them. */
  readonly handlers: readonly Handler[];
}

const {
  port: _port,
  host: _host,
  allowHosts: _hosts,
  tls: _tls,
  limits: _limits,
  controlToken: _controlToken,
  ...handlerOptionKinds
} = mockOptionKinds;

/** Throws a KitError, with `code`, `detail` and `fix`, for invalid options. */
export async function mockHandlers<Handler>(
  http: MswHttp<Handler>,
  { baseUrl, ...options }: MockHandlersOptions = {},
): Promise<MockHandlers<Handler>> {
  if (typeof http?.all !== 'function')
    throw new KitError('option-invalid', 'mockHandlers: expected the namespace "http" of MSW', {
      fix: "Write: import { http } from 'msw', and mockHandlers(http, { … }).",
    });
  checkOptions(options, handlerOptionKinds);
  const base = baseUrl === undefined ? undefined : parseBaseUrl(baseUrl);
  const prepared = await prepareMock(options);
  const mounts = withBasePath(prepared.mounts, base?.path ?? '');
  const storage = prepared.options.storage ?? createMemoryStorage();
  try {
    const core = await createMockCore(mounts, { ...prepared.options, storage, secrets: [] });
    core.setOrigin(base?.origin ?? 'http://localhost');
    return { handlers: [createRequestHandler(http, core, { mounts, base })], ...handleOf(core, () => storage.close()) };
  } catch (error) {
    await storage.close();
    throw prepared.withLocation(error);
  }
}

/** Below another path than those of its servers, all paths and links of the contract have that path as a prefix. */
function withBasePath(mounts: readonly Mount[], path: string): readonly Mount[] {
  if (path === '') return mounts;
  return mounts.map(({ prefix, contract }) => {
    const isOwn = prefix === '' && listBasePaths(contract).includes(path);
    return { prefix: isOwn ? '' : `${path}${prefix}`, contract };
  });
}

function createRequestHandler<Handler>(
  http: MswHttp<Handler>,
  core: MockCore,
  addresses: Parameters<typeof createTargetFinder>[0],
): Handler {
  const findTarget = createTargetFinder(addresses);
  return http.all(
    ({ request }) => findTarget(request) !== undefined,
    async ({ request }) => {
      const found = findTarget(request);
      if (found === undefined) return Response.error();
      const image = placeholderImage(found.target);
      return image === undefined
        ? handleFetch(core, request, found)
        : new Response(request.method === 'HEAD' ? null : image.body, { headers: image.headers });
    },
  );
}

function handleOf(core: MockCore, closeStorage: () => Promise<void>): Omit<MockHandlers<never>, 'handlers'> {
  const { token, adminService } = core;
  const { journal, records, scenario, webhooks, reset } = adminService;
  const close = async () => {
    core.closing.abort();
    await closeStorage();
  };
  return { token, credentials: core.credentials(), journal, records, scenario, webhooks, reset, close };
}
