/**
 * The control API: journal, records, rules, health and console, below one path that no contract uses. See openapi.yaml.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { serveConsole } from '../console/serve-console.ts';
import { HttpError, quoteText } from '../http/http-error.ts';
import { ClientDisconnected } from '../http/incoming-request.ts';
import { CONTROL_PATH, parseTarget, type RequestTarget } from '../http/request-target.ts';
import type { MadeUpValues } from '../made-up/made-up-values.ts';
import { parseRules } from '../rules/check-rules.ts';
import {
  type AccessControl,
  type AccessControlOptions,
  commonHeaders,
  createAccessControl,
  preflightResponse,
} from './access-control.ts';
import type { AdminService } from './admin-service.ts';
import {
  type ControlResponse,
  type ControlRoutes,
  type ControlStream,
  failureResponse,
  httpErrorResponse,
  isExpectedError,
  problemResponse,
  sendControlResponse,
} from './control-response.ts';
import { controlDocument, readControlRequest } from './read-control-request.ts';
import { formRoutes } from './routes/forms.ts';
import { healthRoutes } from './routes/health.ts';
import { journalRoutes } from './routes/journal.ts';
import { pactStateRoutes } from './routes/pact-states.ts';
import { recordItemRoutes } from './routes/record-items.ts';
import { recordRoutes, ruleRoutes } from './routes/records-and-rules.ts';
import { type StateOptions, stateRoutes } from './routes/state.ts';
import { webhookRoutes } from './routes/webhooks.ts';
import type { ServedContract } from './server-info.ts';

export interface ControlApi {
  /** Never rejects. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
}

export interface ControlApiOptions extends Pick<StateOptions, 'openEditor' | 'collectRecords' | 'replaceState'> {
  readonly adminService: AdminService;
  /** Starts the forms of the console. */
  readonly madeUp: MadeUpValues;
  /** The address of the server. */
  readonly origin: () => string;
  /** Called for each request: contracts can be replaced. */
  readonly servedContracts: () => readonly ServedContract[];
  /** The token that the contracts accept as a credential. */
  readonly token: string;
  /** Who may use the control API. */
  readonly access: AccessControlOptions;
  /** The size limit of a body with records. */
  readonly bodyBytes: number;
  /** Aborted when the server closes. */
  readonly closing: AbortSignal;
  /** Receives one line for each internal error. */
  readonly log: (line: string) => void;
  /** Milliseconds between the heartbeats of a stream; the default is 15,000. */
  readonly heartbeatMs?: number;
}

export function createControlApi(options: ControlApiOptions): ControlApi {
  const context = { access: createAccessControl(options.access), routes: createRoutes(options), options };
  return {
    handle: async (request, response) => {
      try {
        await handleExchange(context, request, response);
      } catch (error) {
        // A client that disconnects is not an error.
        if (!response.destroyed)
          options.log(`the control API failed: ${error instanceof Error ? error.message : error}`);
        response.destroy();
      }
    },
  };
}

interface ControlContext {
  readonly access: AccessControl;
  readonly routes: ControlRoutes;
  readonly options: ControlApiOptions;
}

function createRoutes(options: ControlApiOptions): ControlRoutes {
  const { adminService, servedContracts, token, access, heartbeatMs = 15_000, openEditor, madeUp, origin } = options;
  const collections = () => servedContracts().flatMap((one) => one.collections);
  const allCollections = async () => {
    const present = (await adminService.records.collections()).map(({ name }) => name);
    return [...new Set([...collections(), ...present])];
  };
  return {
    ...healthRoutes({
      adminService,
      servedContracts,
      token,
      requiresControlToken: access.controlToken !== undefined,
      madeUp,
      origin,
    }),
    ...journalRoutes({ journal: adminService.journal, heartbeatMs, servedContracts, token }),
    ...recordRoutes(adminService.records, collections),
    ...recordItemRoutes({ openEditor, collections: allCollections, origin }),
    ...formRoutes({ openEditor, servedContracts, madeUp }),
    ...stateRoutes({
      ...options,
      scenario: adminService.scenario,
      collections: allCollections,
      mounts: servedContracts,
    }),
    ...ruleRoutes(adminService.scenario, servedContracts),
    ...webhookRoutes(adminService.webhooks),
    ...pactStateRoutes(adminService, servedContracts),
  };
}

async function handleExchange(
  context: ControlContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const common = commonHeaders(request.headers, context.access);
  const controlResponse = await respond(context, request, response);
  const headers = { ...common, ...controlResponse.headers };
  if (!('write' in controlResponse)) return sendControlResponse(request, response, { ...controlResponse, headers });
  response.writeHead(200, headers);
  await controlResponse.write(response);
}

/** Rejects only if the client has disconnected. */
async function respond(
  context: ControlContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<ControlResponse | ControlStream> {
  const target = parseTarget(request.url ?? '/');
  if (target instanceof HttpError) return httpErrorResponse(target);
  const file = target.path.slice(CONTROL_PATH.length + 1);
  try {
    if (file === '' || file.startsWith('console/')) return consoleResponse(file, request);
    return await routeResponse(context, target, request, response);
  } catch (error) {
    if (error instanceof ClientDisconnected) throw error;
    if (!isExpectedError(error))
      context.options.log(`control: internal error: ${error instanceof Error ? error.message : error}`);
    return failureResponse(error);
  }
}

async function routeResponse(
  { access, routes, options }: ControlContext,
  target: RequestTarget,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<ControlResponse | ControlStream> {
  const { method = 'GET' } = request;
  const { router } = await controlDocument();
  const methods = router.methods(target);
  const preflight = preflightResponse(method, request.headers, { access, methods });
  if (preflight !== undefined) return preflight;
  const route = router.find(method, target);
  const isPublic = !(route instanceof HttpError) && route.operation.security.length === 0;
  const accessProblem = isPublic ? undefined : access.accessProblem(request);
  if (accessProblem !== undefined) return accessProblem;
  if (method === 'OPTIONS' && methods.length > 0)
    return { status: 204, headers: { Allow: methods.join(', ') }, body: '' };
  if (route instanceof HttpError) return httpErrorResponse(route);
  const controlRequest = await readControlRequest(
    { route, target, request, response },
    { ...options, checkRules: (body) => parseRules(body, { mounts: options.servedContracts() }) },
  );
  if (controlRequest instanceof HttpError) return httpErrorResponse(controlRequest);
  const routeHandler = routes[route.operation.id];
  if (routeHandler === undefined) throw new Error(`${route.operation.id} is declared but has no handler`);
  return routeHandler(controlRequest);
}

/** The files contain no secrets, so they need no token; the API calls of the page are checked like any other. */
function consoleResponse(path: string, { method = 'GET', headers }: IncomingMessage): ControlResponse {
  const found = serveConsole(path, headers['accept-encoding']?.toString());
  if (found === undefined)
    return problemResponse(404, `path: expected a file of the console, got ${quoteText(path)}`, {
      fix: `Open ${CONTROL_PATH}/ for the console.`,
    });
  if (method === 'GET' || method === 'HEAD') return found;
  return problemResponse(405, `method: expected GET or HEAD, got ${method}`, {
    fix: 'Call the routes that GET /__store/openapi.json lists.',
    headers: { Allow: 'GET, HEAD' },
  });
}
