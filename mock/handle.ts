/** One request from target to reply: route, door, wishes, validation, answer. Knows no sockets. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Contract, Operation } from '../spec/contract.ts';
import { type Answerer, createAnswerer } from './answer/answer.ts';
import type { Engine } from './answer/engine.ts';
import { type Reply, refusalReply } from './answer/replies.ts';
import { Refusal } from './refusals.ts';
import { createDoorkeeper, type Doorkeeper } from './request/auth.ts';
import { isPreflight, preflightHeaders } from './request/cors.ts';
import { parseCookies } from './request/parameters.ts';
import { readWish } from './request/prefer.ts';
import { createRouter, type Route, type Router } from './request/router.ts';
import { parseTarget, type Target } from './request/target.ts';
import { judgeRequest } from './request/validate.ts';

export interface Call {
  /** Upper case, as methods are. */
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  /** Called at most once, and only when the request gets as far as its body. */
  readBody(): Promise<Buffer | Refusal>;
}

export interface HandlerOptions {
  /** `undefined` leaves every door open. */
  readonly tokens: readonly string[] | undefined;
  readonly dynamic: boolean;
  readonly seed: string | undefined;
}

export type Handler = (call: Call) => Promise<Reply>;

export function createHandler(contract: Contract, engine: Engine, options: HandlerOptions): Handler {
  const store: Store = {
    router: createRouter(contract),
    admit: createDoorkeeper(options.tokens),
    answer: createAnswerer(engine, options),
  };
  return async (call) => {
    const target = parseTarget(call.target);
    if (target instanceof Refusal) return refusalReply(target, undefined);
    const methods = target.path === '*' ? allMethods : store.router.methods(target.path);
    if (isPreflight(call.method, call.headers)) return preflightReply(call, methods);
    const route = store.router.find(call.method, target.path);
    if (!(route instanceof Refusal)) return serve(store, call, target, route);
    if (call.method === 'OPTIONS' && methods.length > 0) return optionsReply(methods);
    const declaring = store.router
      .operations(target.path)
      .find((operation) => declares(operation, route.status));
    return refusalReply(route, declaring);
  };
}

interface Store {
  readonly router: Router;
  readonly admit: Doorkeeper;
  readonly answer: Answerer;
}

const allMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

function optionsReply(methods: readonly string[]): Reply {
  return { status: 204, headers: { Allow: methods.join(', ') }, body: '' };
}

/** Also for unknown paths, so that the page gets to see the 404 of the request itself. */
function preflightReply({ headers }: Call, methods: readonly string[]): Reply {
  const allowed = methods.length > 0 ? methods : allMethods;
  return {
    status: 204,
    headers: { Allow: allowed.join(', '), ...preflightHeaders(headers, allowed) },
    body: '',
  };
}

function declares(operation: Operation, status: number): boolean {
  return operation.responses.some((response) => response.status === String(status));
}

async function serve(
  store: Store,
  call: Call,
  target: Target,
  { operation, captures }: Route,
): Promise<Reply> {
  const header = (name: string) => headerOf(call.headers, name);
  const sources = { captures, query: target.query, header, cookies: parseCookies(header('cookie')) };
  const refuse = (refusal: Refusal) => refusalReply(refusal, operation);
  const unwelcome = store.admit(operation, sources);
  if (unwelcome !== undefined) return refuse(unwelcome);
  const wish = readWish(header('prefer'), target.query);
  if (wish instanceof Refusal) return refuse(wish);
  const bytes = await call.readBody();
  if (bytes instanceof Refusal) return refuse(bytes);
  const judged = await judgeRequest(operation, { ...sources, bytes });
  if (judged instanceof Refusal) return refuse(judged);
  const reply = store.answer({ operation, wish, accept: header('accept'), sent: judged.body });
  return reply instanceof Refusal ? refuse(reply) : reply;
}

/** Only what was sent: `constructor` is a name as any other. */
function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
  return Array.isArray(value) ? value.join(', ') : value;
}
