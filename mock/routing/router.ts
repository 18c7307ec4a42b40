/**
 * Finds the operation and the path parameters for a method and path, or an error. Not Prism's router, which crashes on
 * `%E0%A4%A` and does not support base paths.
 */
import { collectBasePaths, effectiveServers, listBasePaths } from '../../spec/model/base-paths.ts';
import type { Contract, Operation, Server } from '../../spec/model/contract.ts';
import { HttpError, quoteText } from '../http/http-error.ts';
import { parseTarget, type QueryField, type RequestTarget } from '../http/request-target.ts';
import { validateParameter } from '../validate/validate-parameter.ts';
import { createDisabledFinder } from './disabled-operations.ts';
import { createNearMissFinder, type NearMiss } from './near-miss.ts';
import { createPathMatcher, type PathMatch } from './path-templates.ts';

export interface Route {
  readonly operation: Operation;
  /** Path parameters, still percent-encoded. */
  readonly captures: ReadonlyMap<string, string>;
}

export interface Router {
  /** HEAD matches GET if the contract declares no HEAD. */
  find(method: string, target: RequestTarget): Route | HttpError;
  /** The methods of a path, including OPTIONS; empty if the path is unknown. */
  methods(target: RequestTarget): readonly string[];
  /** The declared operations of a path, for all methods. */
  operations(target: RequestTarget): readonly Operation[];
}

/** `prefix` is the mount point of the contract, for messages: all paths are relative to it. */
export function createRouter(contract: Contract, prefix = ''): Router {
  const matchPath = createPathMatcher(contract.operations);
  const pathVariants = createPathVariants(contract.operations);
  const operationBasePaths = memoizeBasePaths(contract);
  const basePaths = listBasePaths(contract);
  const findDisabled = createDisabledFinder(contract);
  const nearMiss = createNearMissFinder(contract.operations, basePaths);

  const cachedMatches = new Map<string, readonly PathMatch[]>();

  function matches(path: string): readonly PathMatch[] {
    const cached = cachedMatches.get(path);
    if (cached !== undefined) return cached;
    const found = findMatches(path);
    if (isDeclared(path, found)) cachedMatches.set(path, found);
    return found;
  }

  function findMatches(path: string): readonly PathMatch[] {
    for (const { base, local } of localPaths(path, basePaths)) {
      const found = matchPath(local).flatMap((match) => {
        if (base === '') return match;
        const operations = match.operations.filter((one) => operationBasePaths(one).has(base));
        return operations.length === 0 ? [] : { ...match, operations };
      });
      if (found.length > 0) return found;
    }
    return [];
  }

  function allLocalPaths(path: string): readonly string[] {
    return localPaths(path, basePaths).map(({ local }) => local);
  }

  function matchTarget(target: RequestTarget): readonly PathMatch[] {
    for (const path of pathVariants(target)) {
      const found = matches(path);
      if (found.length > 0) return found;
    }
    return [];
  }

  function find(method: string, target: RequestTarget): Route | HttpError {
    const { path } = target;
    const found = matchTarget(target);
    const disabled = findDisabled(method, () => pathVariants(target).flatMap(allLocalPaths));
    if (disabled !== undefined) return disabled;
    if (found.length === 0) return pathNotFound({ contract, prefix }, path, nearMiss(method, path));
    return selectRoute(found, method) ?? methodNotAllowed(method, path, declaredMethods(found));
  }

  return {
    find,
    methods: (target) => declaredMethods(matchTarget(target)),
    operations: (target) => matchTarget(target).flatMap(({ operations }) => operations),
  };
}

/** Only matches without parameters are cached: other paths are unlimited in number. */
function isDeclared(path: string, found: readonly PathMatch[]): boolean {
  return found.length > 0 && found.every(({ captures }) => captures.size === 0) && !path.includes('%');
}

interface LocalPath {
  readonly base: string;
  readonly local: string;
}

/** The path below each base path that it starts with, then the whole path: the base path of `servers` is optional. */
function localPaths(path: string, basePaths: readonly string[]): readonly LocalPath[] {
  const below = basePaths
    .filter((base) => path.startsWith(`${base}/`))
    .map((base) => ({ base, local: path.slice(base.length) }));
  return [...below, { base: '', local: path }];
}

/** Most operations share the servers of the contract, of which there may be many. */
function memoizeBasePaths(contract: Contract): (operation: Operation) => ReadonlySet<string> {
  const cachedBasePaths = new Map<readonly Server[], ReadonlySet<string>>();
  return (operation) => {
    const servers = effectiveServers(operation, contract);
    const bases = cachedBasePaths.get(servers) ?? collectBasePaths(servers);
    cachedBasePaths.set(servers, bases);
    return bases;
  };
}

function selectRoute(found: readonly PathMatch[], method: string): Route | undefined {
  for (const candidateMethod of method === 'HEAD' ? ['HEAD', 'GET'] : [method]) {
    const routes: Route[] = [];
    for (const { operations, captures } of found) {
      const operation = operations.find((candidate) => candidate.method === candidateMethod);
      if (operation !== undefined) routes.push({ operation, captures });
    }
    const [first, ...others] = routes;
    if (first !== undefined) return others.length === 0 ? first : (routes.find(hasValidPathParameters) ?? first);
  }
  return undefined;
}

/** If zones are UUIDs, `/zones/count` does not match `/zones/{id}` and can match `/{type}/count`. */
function hasValidPathParameters({ operation, captures }: Route): boolean {
  const sources = { captures, query: [], header: () => undefined, cookies: new Map<string, string>() };
  return operation.parameters
    .filter((parameter) => parameter.in === 'path')
    .every((parameter) => validateParameter(parameter, sources).violations.length === 0);
}

function declaredMethods(found: readonly PathMatch[]): readonly string[] {
  if (found.length === 0) return [];
  const declared = new Set(found.flatMap(({ operations }) => operations.map(({ method }) => method)));
  if (declared.has('GET')) declared.add('HEAD');
  return [...declared.add('OPTIONS')];
}

const MAX_ROUTES_LISTED = 10;

interface MountedContract {
  readonly contract: Contract;
  readonly prefix: string;
}

function pathNotFound(mountedContract: MountedContract, path: string, suggestion: NearMiss | undefined): HttpError {
  const { prefix } = mountedContract;
  const expected =
    suggestion === undefined ? `a path of the contract (${listRoutes(mountedContract)})` : 'a path of the contract';
  const hint =
    suggestion === undefined ? '' : `; did you mean ${suggestion.methods.join(' or ')} ${prefix}${suggestion.path}?`;
  return new HttpError('route-unknown', `path: expected ${expected}, got ${quoteText(prefix + path)}${hint}`);
}

function listRoutes({ contract: { operations }, prefix }: MountedContract): string {
  const listed = operations.slice(0, MAX_ROUTES_LISTED);
  const routes = listed.map(({ method, path }) => `${method} ${prefix}${path}`);
  const omitted = operations.length - routes.length;
  return `${routes.join(', ')}${omitted > 0 ? ` and ${omitted} more` : ''}`;
}

function methodNotAllowed(method: string, path: string, allowed: readonly string[]): HttpError {
  const message = `method: expected ${allowed.join(' or ')} for ${quoteText(path)}, got ${quoteText(method)}`;
  return new HttpError('method-unknown', message, { headers: { Allow: allowed.join(', ') } });
}

/**
 * The path as the contract may declare it: with each declared query that the request contains, the longest first, then
 * without.
 */
type PathVariants = (target: RequestTarget) => readonly string[];

function createPathVariants(operations: readonly Operation[]): PathVariants {
  const texts = new Set(operations.flatMap(({ path }) => /\?(.*)$/s.exec(path)?.[1] ?? []));
  const queries = [...texts].flatMap(parseQueryVariant).toSorted((a, b) => b.fields.length - a.fields.length);
  if (queries.length === 0) return ({ path }) => [path];
  return ({ path, query }) => [
    ...queries
      .map((variant) => requestedVariant(query, variant))
      .flatMap((text) => text ?? [])
      .map((text) => `${path}?${text}`),
    path,
  ];
}

interface QueryVariant {
  readonly text: string;
  readonly fields: readonly QueryField[];
}

function parseQueryVariant(text: string): readonly QueryVariant[] {
  const target = parseTarget(`/?${text}`);
  return target instanceof HttpError ? [] : [{ text, fields: target.query }];
}

/** The declared query with the values of the request; undefined if the request does not contain it. */
function requestedVariant(query: readonly QueryField[], { text, fields }: QueryVariant): string | undefined {
  let requested = text;
  for (const { name, rawValue } of fields) {
    const sent = query.find((field) => field.name === name && (isTemplate(rawValue) || field.rawValue === rawValue));
    if (sent === undefined) return undefined;
    if (isTemplate(rawValue)) requested = requested.replace(rawValue, () => sent.rawValue.replaceAll('/', '%2F'));
  }
  return requested;
}

/** `/users/{id}/picture?size={size}`: a path parameter in a query. */
function isTemplate(rawValue: string): boolean {
  return rawValue.includes('{');
}
