/** Sends requests with the hooks of the user around them: one before, one after. */
import type { Contract, Operation, SecurityScheme } from '../../../spec/model/contract.ts';
import { type HookRun, type RequestFacts, toHookOperation } from '../../hooks/hook-run.ts';
import type { AppliedChange } from '../../hooks/request-change.ts';
import type { HeaderLine } from '../../http/headers.ts';
import type { Exchange, SentRequest } from '../model/exchange.ts';
import { type HookCaseFacts, toHookCase, toHookExchange, toHookRequest } from '../model/hook-views.ts';
import type { RequestSpec } from '../model/request-spec.ts';
import type { RequestGuard } from './request-guard.ts';

export interface HookedRequest {
  readonly operation: Operation;
  readonly requestSpec: RequestSpec;
  /** Undefined for a request that prepares others. */
  readonly caseFacts: HookCaseFacts | undefined;
  /** Of the operation. */
  readonly baseUrl: string;
}

export type HookedSend = (
  hooked: HookedRequest,
  request: SentRequest,
  send: (request: SentRequest) => Promise<Exchange>,
) => Promise<Exchange>;

interface HookedSendOptions {
  readonly contract: Contract;
  /** A changed request must not reach an operation either that the run may not request. */
  readonly isPermitted: RequestGuard;
  /** For a request that is not sent. */
  readonly withhold: (request: SentRequest) => Exchange;
}

/** Undefined if no hook concerns requests. */
export function createHookedSend(hooks: HookRun | undefined, options: HookedSendOptions): HookedSend | undefined {
  if (hooks === undefined || !(hooks.has('beforeRequest') || hooks.has('afterResponse'))) return undefined;
  const { contract, isPermitted, withhold } = options;
  return async (hooked, request, send) => {
    const { requestSpec, baseUrl } = hooked;
    const facts = requestFacts(hooked);
    const returned = await hooks.beforeRequest(toHookRequest(request, baseUrl), facts);
    const change = returned && withoutCredentials(returned, requestSpec, contract.securitySchemes);
    const changed = change === undefined ? request : changeRequest(request, change, baseUrl);
    const path = changed.url.slice(baseUrl.length);
    if (change !== undefined && !isPermitted({ method: changed.method, path, headers: changed.headers }))
      return withhold(changed);
    const sent = await send(changed);
    const exchange = change === undefined ? sent : { ...sent, hookChange: change };
    await hooks.afterResponse(toHookExchange(exchange, baseUrl), facts);
    return exchange;
  };
}

export function requestFacts({ operation, requestSpec, caseFacts }: Omit<HookedRequest, 'baseUrl'>): RequestFacts {
  return {
    operation: toHookOperation(operation),
    testCase: caseFacts && toHookCase(caseFacts),
    credentials: requestSpec.credentials === 'right' ? 'valid' : 'changed',
  };
}

/** A request with a credential less, another one, or one of another user, is no such request any more with that of the hook. */
function withoutCredentials(
  change: AppliedChange,
  { credentials }: RequestSpec,
  schemes: readonly SecurityScheme[],
): AppliedChange | undefined {
  if (credentials === 'right') return change;
  const namesIn = (location: string) =>
    schemes.flatMap(({ type, in: place, parameterName = '' }) =>
      type === 'apiKey' && place === location ? [parameterName] : [],
    );
  const names = new Set(['authorization', 'cookie', ...namesIn('header').map((name) => name.toLowerCase())]);
  const headers = change.headers.filter(({ name }) => !names.has(name.toLowerCase()));
  const query = new URLSearchParams(change.path?.split('?')[1] ?? '');
  const { path, ...others } = change;
  const isPathKept = path !== undefined && !namesIn('query').some((name) => query.has(name));
  const kept = { ...others, headers, ...(isPathKept && { path }) };
  return headers.length === 0 && !isPathKept && kept.body === undefined ? undefined : kept;
}

function changeRequest(request: SentRequest, { headers, path, body }: AppliedChange, baseUrl: string): SentRequest {
  return {
    ...request,
    headers: headers.reduce(changeHeader, request.headers),
    ...(path !== undefined && { url: `${baseUrl}${path}` }),
    ...(body !== undefined && { body: body ?? undefined }),
  };
}

function changeHeader(
  lines: readonly HeaderLine[],
  { name, value }: AppliedChange['headers'][number],
): readonly HeaderLine[] {
  const isSame = ([one]: HeaderLine) => one.toLowerCase() === name.toLowerCase();
  const others = lines.filter((line) => !isSame(line));
  return value === null ? others : [...others, [name, value]];
}
