/** The control API under one path outside the contract's: journal, records, rules, health, console. See openapi.yaml. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { serveConsole } from '../console/console.ts';
import { ClientGone } from '../http/call.ts';
import { quoted, Refusal } from '../http/refusals.ts';
import { parseTarget, type Target } from '../http/target.ts';
import {
  type Access,
  type AccessOptions,
  answerHeaders,
  CONTROL_PATH,
  createAccess,
  preflightReply,
} from './access.ts';
import type { Desk } from './desk.ts';
import type { ServedContract } from './info.ts';
import { controlDocument, readCall } from './read-call.ts';
import {
  type ControlReply,
  type ControlRoutes,
  type ControlStream,
  failureReply,
  isExpected,
  problem,
  problemOf,
  sendReply,
} from './reply.ts';
import { journalRoutes } from './routes/journal.ts';
import { lifeRoutes } from './routes/life.ts';
import { pactStateRoutes } from './routes/pact-states.ts';
import { recordRoutes, ruleRoutes } from './routes/state.ts';

export interface Control {
  /** Never rejects. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
}

export interface ControlOptions {
  readonly desk: Desk;
  /** Of the moment: contracts can be replaced. */
  readonly served: () => readonly ServedContract[];
  /** What the contracts accept as a credential. */
  readonly token: string;
  /** Who may use it. */
  readonly access: AccessOptions;
  /** Of the records that are put in. */
  readonly bodyBytes: number;
  /** Aborted when the store closes. */
  readonly closing: AbortSignal;
  /** Gets one line for a failure of the store's own. */
  readonly log: (line: string) => void;
  /** Milliseconds between the signs of life of a stream, 15,000 unless given. */
  readonly heartbeat?: number;
}

export function createControl(options: ControlOptions): Control {
  const door = { access: createAccess(options.access), routes: routesOf(options), options };
  return {
    handle: async (request, response) => {
      try {
        await exchange(door, request, response);
      } catch (error) {
        // A client that has gone is no failure.
        if (!response.destroyed)
          options.log(`the control API failed: ${error instanceof Error ? error.message : error}`);
        response.destroy();
      }
    },
  };
}

interface Door {
  readonly access: Access;
  readonly routes: ControlRoutes;
  readonly options: ControlOptions;
}

function routesOf(options: ControlOptions): ControlRoutes {
  const { desk, served, token, access, heartbeat = 15_000 } = options;
  const collections = () => served().flatMap((one) => one.collections);
  return {
    ...lifeRoutes({ desk, served, token, isGuarded: access.token !== undefined }),
    ...journalRoutes({ journal: desk.journal, heartbeat, served, token }),
    ...recordRoutes(desk.records, collections),
    ...ruleRoutes(desk.scenario, served),
    ...pactStateRoutes(desk, served),
  };
}

async function exchange(door: Door, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const common = answerHeaders(request.headers, door.access);
  const reply = await answer(door, request, response);
  const headers = { ...common, ...reply.headers };
  if (!('write' in reply)) return sendReply(request, response, { ...reply, headers });
  response.writeHead(200, headers);
  await reply.write(response);
}

/** Rejects only when the client has left. */
async function answer(
  door: Door,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<ControlReply | ControlStream> {
  const target = parseTarget(request.url ?? '/');
  if (target instanceof Refusal) return problemOf(target);
  const file = target.path.slice(CONTROL_PATH.length + 1);
  try {
    if (file === '' || file.startsWith('console/')) return consoleReply(file, request);
    return await routeReply(door, target, request, response);
  } catch (error) {
    if (error instanceof ClientGone) throw error;
    if (!isExpected(error))
      door.options.log(`control: internal error: ${error instanceof Error ? error.message : error}`);
    return failureReply(error);
  }
}

async function routeReply(
  { access, routes, options }: Door,
  target: Target,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<ControlReply | ControlStream> {
  const { method = 'GET' } = request;
  const { router } = await controlDocument();
  const methods = router.methods(target);
  const preflight = preflightReply(method, request.headers, { access, methods });
  if (preflight !== undefined) return preflight;
  const route = router.find(method, target);
  const isOpen = !(route instanceof Refusal) && route.operation.security.length === 0;
  const refused = isOpen ? undefined : access.refuse(request);
  if (refused !== undefined) return refused;
  if (method === 'OPTIONS' && methods.length > 0)
    return { status: 204, headers: { Allow: methods.join(', ') }, body: '' };
  if (route instanceof Refusal) return problemOf(route);
  const call = await readCall({ route, target, request, response }, options);
  if (call instanceof Refusal) return problemOf(call);
  const act = routes[route.operation.id];
  if (act === undefined) throw new Error(`${route.operation.id} is declared and has no route`);
  return act(call);
}

/** Its files hold nothing secret; what the page then asks for is judged as all else. */
function consoleReply(path: string, { method = 'GET', headers }: IncomingMessage): ControlReply {
  const found = serveConsole(path, headers['accept-encoding']?.toString());
  if (found === undefined)
    return problem(404, `path: expected a file of the console, got ${quoted(path)}`, {
      fix: `Open ${CONTROL_PATH}/ for the console.`,
    });
  if (method === 'GET' || method === 'HEAD') return found;
  return problem(405, `method: expected GET or HEAD, got ${method}`, {
    fix: 'Call the routes that GET /__store/openapi.json lists.',
    headers: { Allow: 'GET, HEAD' },
  });
}
