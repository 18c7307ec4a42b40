/** Several contracts behind one address, each under its prefix. */

import type { Contract } from '../../spec/model/contract.ts';
import { type Handled, type Handler, refused } from '../handle.ts';
import { quoted, Refusal } from '../refusals.ts';
import type { Call } from '../request/call.ts';
import { isPreflight } from '../request/cors.ts';
import { createNearMiss, type NearMissFinder } from '../request/near-miss.ts';
import { originForm } from '../request/target.ts';

export interface Mounted {
  /** `/shop`, or the empty string for the one contract that has all paths. */
  readonly prefix: string;
  readonly contract: Contract;
  readonly handle: Handler;
}

export type Dispatcher = (call: Call) => Promise<Handled>;

export function createDispatcher(mounts: readonly Mounted[]): Dispatcher {
  const [only, ...others] = mounts;
  return only?.prefix === '' && others.length === 0 ? only.handle : dispatcherOver(mounts);
}

function dispatcherOver(mounts: readonly Mounted[]): Dispatcher {
  const longestFirst = mounts.toSorted((a, b) => b.prefix.length - a.prefix.length);
  const nearMiss = nearMissOver(mounts);
  return async (call) => {
    const target = originForm(call.target);
    const mounted = longestFirst.find(({ prefix }) => isBelow(target, prefix)) ?? anyMount(call, mounts);
    if (mounted === undefined) return refused(unknownPrefix(call.method, target, { mounts, nearMiss }));
    const { prefix, handle } = mounted;
    const local = isBelow(target, prefix) && prefix !== '' ? below(target, prefix) : call.target;
    return { ...(await handle({ ...call, target: local })), mount: prefix };
  };
}

function isBelow(target: string, prefix: string): boolean {
  return prefix === '' || (target.startsWith(prefix) && /^(?:[/?#]|$)/.test(target.slice(prefix.length)));
}

function below(target: string, prefix: string): string {
  return target.slice(prefix.length).replace(/^(?!\/)/, '/');
}

/** What is asked of the server as a whole, and a browser's question about a path that is not there, any can answer. */
function anyMount(call: Call, mounts: readonly Mounted[]): Mounted | undefined {
  return call.target === '*' || isPreflight(call.method, call.headers) ? mounts[0] : undefined;
}

/** Over the routes of all contracts, each with its prefix. */
function nearMissOver(mounts: readonly Mounted[]): NearMissFinder {
  const operations = mounts.flatMap(({ prefix, contract }) =>
    contract.operations.map((operation) => ({ ...operation, path: prefix + operation.path })),
  );
  return createNearMiss(operations, []);
}

interface Known {
  readonly mounts: readonly Mounted[];
  readonly nearMiss: NearMissFinder;
}

function unknownPrefix(method: string, target: string, { mounts, nearMiss }: Known): Refusal {
  const prefixes = mounts.map(({ prefix }) => prefix).join(' or ');
  const [path = ''] = target.split('?');
  const near = nearMiss(method, path);
  const hint = near === undefined ? '' : `; did you mean ${near.methods.join(' or ')} ${near.path}?`;
  return new Refusal('route-unknown', `path: expected one below ${prefixes}, got ${quoted(path)}${hint}`);
}
