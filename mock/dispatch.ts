/** Several contracts behind one address, each under its prefix. */
import { type Handled, type Handler, refused } from './handle.ts';
import { quoted, Refusal } from './refusals.ts';
import type { Call } from './request/call.ts';

export interface Mounted {
  /** `/garden`, or the empty string for the one contract that has all paths. */
  readonly prefix: string;
  readonly handle: Handler;
}

export interface Dispatched extends Handled {
  readonly mount: string;
}

export type Dispatcher = (call: Call) => Promise<Dispatched>;

export function createDispatcher(mounts: readonly Mounted[]): Dispatcher {
  const longestFirst = mounts.toSorted((a, b) => b.prefix.length - a.prefix.length);
  return async (call) => {
    const target = originForm(call.target);
    const mounted = longestFirst.find(({ prefix }) => isBelow(target, prefix));
    if (mounted === undefined) return { ...refused(unknownPrefix(target, mounts)), mount: '' };
    const { prefix, handle } = mounted;
    const local = prefix === '' ? call.target : target.slice(prefix.length).replace(/^(?!\/)/, '/');
    return { ...(await handle({ ...call, target: local })), mount: prefix };
  };
}

/** Without the scheme and authority of an absolute form. */
function originForm(target: string): string {
  return target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i, '');
}

function isBelow(target: string, prefix: string): boolean {
  return prefix === '' || (target.startsWith(prefix) && /^(?:[/?#]|$)/.test(target.slice(prefix.length)));
}

function unknownPrefix(target: string, mounts: readonly Mounted[]): Refusal {
  const prefixes = mounts.map(({ prefix }) => prefix).join(' or ');
  const [path = ''] = target.split('?');
  return new Refusal('route-unknown', `path: expected one below ${prefixes}, got ${quoted(path)}`);
}
