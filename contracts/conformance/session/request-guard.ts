/**
 * Keeps a run from requesting operations that it must not touch. Test cases change methods, paths and headers, so each
 * request is compared with the forbidden operations as a lenient implementation might read it.
 */
import type { Contract } from '../../../spec/model/contract.ts';
import { type HeaderLine, headerValues } from '../../http/headers.ts';
import { isSafeMethod, type Permission } from '../../options/permitted-operations.ts';

export interface GuardedRequest {
  readonly method: string;
  /** Relative to the base URL; it may have a query. */
  readonly path: string;
  readonly headers: readonly HeaderLine[];
}

export type RequestGuard = (request: GuardedRequest) => boolean;

/**
 * Returns whether a request may be sent. `contract` has all operations, also those that are not permitted. Of a disabled
 * one it is not known what it does.
 */
export function createRequestGuard(
  { operations, disabled = [] }: Pick<Contract, 'operations' | 'disabled'>,
  permission: Permission | undefined,
): RequestGuard {
  if (permission === undefined && disabled.length === 0) return () => true;
  const rules = [
    ...operations.map((one) => createRule(one, permission?.operations.has(one.id) !== false)),
    ...disabled.map((one) => createRule(one, false)),
  ];
  return ({ method, path, headers }) => {
    const methods = [method, ...overrides(headers, methodOverrides)].map((one) => one.trim().toUpperCase());
    if (permission?.isReadOnly === true && !methods.every(isSafeMethod)) return false;
    const paths = [path, ...overrides(headers, pathOverrides).flatMap(suffixes)].flatMap(readings);
    return !methods.some((one) => paths.some((reading) => isForbidden(one === 'HEAD' ? 'GET' : one, reading)));
  };

  /** As by a router: the template with the fewest parameters gets the request. */
  function isForbidden(method: string, path: string): boolean {
    const matches = rules.filter((rule) => (rule.method ?? method) === method && rule.pattern.test(path));
    const fewest = Math.min(...matches.map(({ parameters }) => parameters));
    return matches.some(({ isPermitted, parameters }) => !isPermitted && parameters === fewest);
  }
}

interface GuardRule {
  readonly isPermitted: boolean;
  /** Any if undefined. */
  readonly method: string | undefined;
  readonly pattern: RegExp;
  readonly parameters: number;
}

function createRule({ method, path }: { method?: string; path: string }, isPermitted: boolean): GuardRule {
  return { isPermitted, method, pattern: templatePattern(path), parameters: path.split('{').length };
}

const methodOverrides = ['x-http-method-override', 'x-http-method', 'x-method-override'];
const pathOverrides = ['x-original-url', 'x-rewrite-url'];

function overrides(headers: readonly HeaderLine[], names: readonly string[]): readonly string[] {
  return names.flatMap((name) => headerValues(headers, name));
}

/** The path of a header may begin with the base path. */
function suffixes(path: string): readonly string[] {
  return [...path.matchAll(/\//g)].map(({ index }) => path.slice(index));
}

/** The path as it is, and as implementations may normalize it before they look for the operation. */
function readings(fullPath: string): readonly string[] {
  const [path = ''] = fullPath.split(/[?#]/);
  const decoded = [path, decode(path), decode(decode(path))];
  const simplified = decoded.map((one) => resolveSegments(one.replaceAll('\0', '').replaceAll(/;[^/]*/g, '')));
  return [...new Set([path, ...simplified, ...simplified.map((one) => one.replace(/\.\w+$/, ''))])];
}

function decode(path: string): string {
  return path.replaceAll(/(?:%[0-9a-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return encoded;
    }
  });
}

/** Without empty segments, dot segments and a slash at the end. */
function resolveSegments(path: string): string {
  const resolved: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '..') resolved.pop();
    else if (segment.trim() !== '' && segment !== '.') resolved.push(segment.trim());
  }
  return `/${resolved.join('/')}`;
}

function templatePattern(template: string): RegExp {
  const literals = resolveSegments(template).split(/\{[^}]*\}/);
  const escaped = literals.map((literal) => literal.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  return new RegExp(`^${escaped.join('[^/]+')}$`, 'i');
}
