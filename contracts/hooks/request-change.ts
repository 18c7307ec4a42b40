/** Validates what `beforeRequest` returns. */
import { KitError } from '../../errors.ts';
import { suggestionHint } from '../../spec/options/suggest-name.ts';
import type { CustomHeader } from '../options/connection-settings.ts';
import { parseCustomHeader } from '../options/custom-headers.ts';
import { type HookCall, misusedHookError } from './call-hook.ts';
import { describeValue, findUnknownKey, isObject } from './hook-values.ts';

/** A valid change. */
export interface AppliedChange {
  readonly headers: readonly ChangedHeader[];
  /** Below the base URL, with the query; undefined if it is not changed. */
  readonly path?: string | undefined;
  /** Null if it is removed; undefined if it is not changed. */
  readonly body?: Uint8Array | null | undefined;
}

export interface ChangedHeader extends Omit<CustomHeader, 'value'> {
  /** Null if it is removed. */
  readonly value: string | null;
}

const changeKeys = ['headers', 'path', 'body'];

/** Undefined if nothing is changed. Throws `hook-failed`. */
export function readChange(returned: unknown, call: HookCall): AppliedChange | undefined {
  if (returned === undefined) return undefined;
  const createError = (problem: string) =>
    misusedHookError(call, problem, 'Return { headers, path, body } with what is changed, or nothing.');
  if (!isObject(returned)) throw createError(`it returned ${describeValue(returned)}`);
  const unknown = findUnknownKey(returned, changeKeys);
  if (unknown !== undefined)
    throw createError(`it returned an unknown key ${unknown}${suggestionHint(unknown, changeKeys)}`);
  const [headers, path, body] = changeKeys.map((key): unknown => Reflect.get(returned, key));
  const change = {
    headers: headers === undefined ? [] : readHeaders(headers, call),
    ...(path !== undefined && { path: readPath(path, call) }),
    ...(body !== undefined && { body: readBody(body, call) }),
  };
  return Object.keys(change).length === 1 && change.headers.length === 0 ? undefined : change;
}

/** Such as `the header X-Signature and the body`. */
export function describeChange({ headers, path, body }: AppliedChange): string {
  const parts = [
    ...headers.map(({ name }) => `the header ${name}`),
    ...(path === undefined ? [] : ['the path']),
    ...(body === undefined ? [] : ['the body']),
  ];
  return [parts.slice(0, -1).join(', '), ...parts.slice(-1)].filter((part) => part !== '').join(' and ');
}

function readHeaders(headers: unknown, call: HookCall): readonly ChangedHeader[] {
  const fix = "Give strings by name, such as { headers: { 'X-Tenant': 'acme' } }; null removes a header.";
  if (!isObject(headers)) throw misusedHookError(call, `headers is ${describeValue(headers)}`, fix);
  return Object.entries(headers).map(([name, value]: [string, unknown]) => {
    if (value === null) return { name, value, isSecret: false };
    if (typeof value !== 'string') throw misusedHookError(call, `the header ${name} is ${describeValue(value)}`, fix);
    return readHeader(name, value, call);
  });
}

function readHeader(name: string, value: string, call: HookCall): ChangedHeader {
  try {
    return parseCustomHeader(`${name}: ${value}`, 'the header');
  } catch (error) {
    if (!(error instanceof KitError)) throw error;
    throw misusedHookError(call, error.detail, error.fix);
  }
}

function readPath(path: unknown, call: HookCall): string {
  if (typeof path === 'string' && /^\/[\x21\x22\x24-\x7e]*$/.test(path)) return path;
  const received = typeof path === 'string' ? JSON.stringify(path) : describeValue(path);
  const fix = 'Begin it with a slash, below the base URL, and percent-encode other characters than visible ASCII.';
  throw misusedHookError(call, `the path is ${received}`, fix);
}

/** A copy: the hook may go on using its own. */
function readBody(body: unknown, call: HookCall): Uint8Array | null {
  if (body === null) return null;
  if (typeof body === 'string') return Buffer.from(body);
  if (body instanceof Uint8Array) return Uint8Array.from(body);
  throw misusedHookError(
    call,
    `the body is ${describeValue(body)}`,
    'Give a string, such as JSON.stringify(value), or bytes.',
  );
}
