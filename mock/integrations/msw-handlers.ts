/** A mock as handlers of MSW: the part that Node and a browser share. */
import { KitError } from '../../errors.ts';
import { listBasePaths } from '../../spec/model/base-paths.ts';
import { checkOptions, type OptionTypes } from '../../spec/options/option-validation.ts';
import type { Mock } from '../index.ts';
import { findPlaceholder } from '../made-up/placeholder-file.ts';
import { handleFetch } from '../serve/fetch-exchange.ts';
import { createMockCore, type MockCore, type MockCoreOptions } from '../serve/mock-core.ts';
import type { Mount } from '../serve/mounts.ts';
import { mockOptionKinds } from '../start/mock-options.ts';
import { type BaseUrl, createTargetFinder, parseBaseUrl } from './msw-targets.ts';

/** The namespace `http` of MSW, from version 2.11 on, which has predicates that are functions. */
export interface MswHttp<Handler> {
  all(
    predicate: (input: { readonly request: Request }) => boolean,
    resolver: (input: { readonly request: Request }) => Promise<Response>,
  ): Handler;
}

export interface MockHandlers<Handler>
  extends Pick<Mock, 'token' | 'credentials' | 'journal' | 'records' | 'scenario' | 'webhooks' | 'reset' | 'close'> {
  /** For `setupServer(...handlers)` and `setupWorker(...handlers)`. Handlers of `use` precede them. */
  readonly handlers: readonly Handler[];
}

export interface AddressOption {
  /**
   * The address of the service in the app, such as `https://api.example.com` or `https://app.example.com/api`: all requests
   * below it are for the mock. By default, these are the requests to paths of the contract, at the address of its servers
   * if they have one, else at any.
   */
  readonly baseUrl?: string;
}

/** What `mockHandlers` is called with. Throws `option-invalid`. */
export function checkArguments(
  http: unknown,
  { baseUrl, ...options }: AddressOption,
  kinds: OptionTypes,
): BaseUrl | undefined {
  requireHttpNamespace(http);
  checkOptions(options, kinds);
  return baseUrl === undefined ? undefined : parseBaseUrl(baseUrl);
}

function requireHttpNamespace(http: unknown): void {
  if (typeof http === 'object' && http !== null && 'all' in http && typeof http.all === 'function') return;
  throw new KitError('option-invalid', 'mockHandlers: expected the namespace "http" of MSW', {
    fix: "Write: import { http } from 'msw', and mockHandlers(http, { … }).",
  });
}

const {
  port: _port,
  host: _host,
  allowHosts: _hosts,
  tls: _tls,
  limits: _limits,
  controlToken: _controlToken,
  ...serverlessKinds
} = mockOptionKinds;

/** Of the options of `startMock`, those that do not concern a server. */
export const handlerOptionKinds = serverlessKinds;

interface HandlersOptions {
  readonly mounts: readonly Mount[];
  /** The address of the service in the app. */
  readonly base: BaseUrl | undefined;
  readonly options: Omit<MockCoreOptions, 'secrets'>;
  /** Adds file and line to an error of the start. */
  readonly withLocation: (error: unknown) => unknown;
}

/** Closes the storage if the mock cannot start, and when the mock closes. */
export async function createHandlers<Handler>(
  http: MswHttp<Handler>,
  { base, options, withLocation, ...given }: HandlersOptions,
): Promise<MockHandlers<Handler>> {
  const mounts = withBasePath(given.mounts, base?.path ?? '');
  const { storage } = options;
  try {
    const core = await createMockCore(mounts, { ...options, secrets: [] });
    core.setOrigin(base?.origin ?? 'http://localhost');
    return { handlers: [createRequestHandler(http, core, { mounts, base })], ...handleOf(core, () => storage.close()) };
  } catch (error) {
    await storage.close();
    throw withLocation(error);
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
      const placeholder = findPlaceholder(found.target);
      return placeholder === undefined
        ? handleFetch(core, request, found)
        : new Response(request.method === 'HEAD' ? null : placeholder.body, { headers: placeholder.headers });
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
