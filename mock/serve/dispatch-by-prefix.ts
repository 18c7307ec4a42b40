/** Dispatches each request to the contract with the longest prefix of its path, and explains a path that has none. */
import type { Contract } from '../../spec/model/contract.ts';
import { isPreflight } from '../http/cors.ts';
import { HttpError, quoteText } from '../http/http-error.ts';
import type { IncomingRequest } from '../http/incoming-request.ts';
import { originForm } from '../http/request-target.ts';
import { rejectedWithoutContext } from '../request/handled-request.ts';
import type { Handler } from '../request/request-handler.ts';
import { createNearMissFinder, type NearMissFinder } from '../routing/near-miss.ts';

export interface DispatchTarget {
  /** `/shop`, or the empty string for a single contract at the root. */
  readonly prefix: string;
  readonly contract: Contract;
  readonly handle: Handler;
}

export function createDispatcher(mounts: readonly DispatchTarget[]): Handler {
  const [only, ...others] = mounts;
  return only?.prefix === '' && others.length === 0 ? only.handle : createPrefixDispatcher(mounts);
}

function createPrefixDispatcher(mounts: readonly DispatchTarget[]): Handler {
  const longestFirst = mounts.toSorted((a, b) => b.prefix.length - a.prefix.length);
  const nearMiss = createPrefixedNearMissFinder(mounts);
  return async (request) => {
    const target = originForm(request.target);
    const mounted = longestFirst.find(({ prefix }) => hasPrefix(target, prefix)) ?? fallbackMount(request, mounts);
    if (mounted === undefined)
      return rejectedWithoutContext('', prefixNotFound(request.method, target, { mounts, nearMiss }));
    const { prefix, handle } = mounted;
    const local = hasPrefix(target, prefix) && prefix !== '' ? withoutPrefix(target, prefix) : request.target;
    return handle({ ...request, target: local });
  };
}

function hasPrefix(target: string, prefix: string): boolean {
  return prefix === '' || (target.startsWith(prefix) && /^(?:[/?#]|$)/.test(target.slice(prefix.length)));
}

function withoutPrefix(target: string, prefix: string): string {
  return target.slice(prefix.length).replace(/^(?!\/)/, '/');
}

/** `OPTIONS *`, and preflights for unknown paths, are handled by the first mount. */
function fallbackMount(request: IncomingRequest, mounts: readonly DispatchTarget[]): DispatchTarget | undefined {
  return request.target === '*' || isPreflight(request.method, request.headers) ? mounts[0] : undefined;
}

/** Searches the routes of all contracts, including their prefixes. */
function createPrefixedNearMissFinder(mounts: readonly DispatchTarget[]): NearMissFinder {
  const operations = mounts.flatMap(({ prefix, contract }) =>
    contract.operations.map((operation) => ({ ...operation, path: prefix + operation.path })),
  );
  return createNearMissFinder(operations, []);
}

interface KnownMounts {
  readonly mounts: readonly DispatchTarget[];
  readonly nearMiss: NearMissFinder;
}

function prefixNotFound(method: string, target: string, { mounts, nearMiss }: KnownMounts): HttpError {
  const prefixes = mounts.map(({ prefix }) => prefix).join(' or ');
  const [path = ''] = target.split('?');
  const suggestion = nearMiss(method, path);
  const hint = suggestion === undefined ? '' : `; did you mean ${suggestion.methods.join(' or ')} ${suggestion.path}?`;
  return new HttpError('route-unknown', `path: expected a path below ${prefixes}, got ${quoteText(path)}${hint}`);
}
