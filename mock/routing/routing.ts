/**
 * Method and path in, the operation and its path parameters out, or a refusal. Own, since Prism's router dies of `%E0%A4%A` and knows
 * no base path.
 */
import { allBasePaths, basePathsOf, serversOf } from '../../spec/model/base-paths.ts';
import type { Contract, Operation, Server } from '../../spec/model/contract.ts';
import { quoted, Refusal } from '../http/refusals.ts';
import { parseTarget, type QueryField, type Target } from '../http/target.ts';
import { judgeParameter } from '../validate/parameters.ts';
import { createNearMiss, type NearMiss } from './near-miss.ts';
import { createTemplates, type Match } from './templates.ts';

export interface Route {
  readonly operation: Operation;
  /** Path parameters, still percent-encoded. */
  readonly captures: ReadonlyMap<string, string>;
}

export interface Router {
  /** HEAD finds GET where the contract has no HEAD of its own. */
  find(method: string, target: Target): Route | Refusal;
  /** The methods of a path, with OPTIONS; empty when the path is unknown. */
  methods(target: Target): readonly string[];
  /** The declared operations of a path, whatever their method. */
  operations(target: Target): readonly Operation[];
}

/** `prefix` is where the contract stands, for messages: all paths are told and taken without it. */
export function createRouter(contract: Contract, prefix = ''): Router {
  const matching = createTemplates(contract.operations);
  const spellings = createSpellings(contract.operations);
  const basesOf = rememberBases(contract);
  const basePaths = allBasePaths(contract);
  const nearMiss = createNearMiss(contract.operations, basePaths);

  const known = new Map<string, readonly Match[]>();

  function matches(path: string): readonly Match[] {
    const before = known.get(path);
    if (before !== undefined) return before;
    const found = matchesOf(path);
    if (isDeclared(path, found)) known.set(path, found);
    return found;
  }

  function matchesOf(path: string): readonly Match[] {
    for (const { base, local } of localPaths(path, basePaths)) {
      const found = matching(local).flatMap((match) => {
        if (base === '') return match;
        const operations = match.operations.filter((one) => basesOf(one).has(base));
        return operations.length === 0 ? [] : { ...match, operations };
      });
      if (found.length > 0) return found;
    }
    return [];
  }

  function spelt(target: Target): readonly Match[] {
    for (const path of spellings(target)) {
      const found = matches(path);
      if (found.length > 0) return found;
    }
    return [];
  }

  function find(method: string, target: Target): Route | Refusal {
    const { path } = target;
    const found = spelt(target);
    if (found.length === 0) return unknownPath({ contract, prefix }, path, nearMiss(method, path));
    return routeIn(found, method) ?? unknownMethod(method, path, methodsOf(found));
  }

  return {
    find,
    methods: (target) => methodsOf(spelt(target)),
    operations: (target) => spelt(target).flatMap(({ operations }) => operations),
  };
}

/** Of as many as the contract has paths without parameters: others can be spelt in any number of ways. */
function isDeclared(path: string, found: readonly Match[]): boolean {
  return found.length > 0 && found.every(({ captures }) => captures.size === 0) && !path.includes('%');
}

interface LocalPath {
  readonly base: string;
  readonly local: string;
}

/** The path below each base path it starts with, then as it is: the base path of `servers` is optional. */
function localPaths(path: string, basePaths: readonly string[]): readonly LocalPath[] {
  const below = basePaths
    .filter((base) => path.startsWith(`${base}/`))
    .map((base) => ({ base, local: path.slice(base.length) }));
  return [...below, { base: '', local: path }];
}

/** Most operations share the servers of the contract, of which there may be many. */
function rememberBases(contract: Contract): (operation: Operation) => ReadonlySet<string> {
  const known = new Map<readonly Server[], ReadonlySet<string>>();
  return (operation) => {
    const servers = serversOf(operation, contract);
    const bases = known.get(servers) ?? basePathsOf(servers);
    known.set(servers, bases);
    return bases;
  };
}

function routeIn(found: readonly Match[], method: string): Route | undefined {
  for (const wanted of method === 'HEAD' ? ['HEAD', 'GET'] : [method]) {
    const routes = found.flatMap(({ operations, captures }): readonly Route[] => {
      const operation = operations.find((candidate) => candidate.method === wanted);
      return operation === undefined ? [] : [{ operation, captures }];
    });
    const [first, ...others] = routes;
    if (first !== undefined) return others.length === 0 ? first : (routes.find(fits) ?? first);
  }
  return undefined;
}

/** `/zones/count` is no zone where zones are UUIDs, and a `/{type}/count` where that is declared too. */
function fits({ operation, captures }: Route): boolean {
  const sources = { captures, query: [], header: () => undefined, cookies: new Map<string, string>() };
  return operation.parameters
    .filter((parameter) => parameter.in === 'path')
    .every((parameter) => judgeParameter(parameter, sources).faults.length === 0);
}

function methodsOf(found: readonly Match[]): readonly string[] {
  if (found.length === 0) return [];
  const declared = new Set(found.flatMap(({ operations }) => operations.map(({ method }) => method)));
  if (declared.has('GET')) declared.add('HEAD');
  return [...declared.add('OPTIONS')];
}

const MAX_ROUTES_TOLD = 10;

interface Placed {
  readonly contract: Contract;
  readonly prefix: string;
}

function unknownPath(placed: Placed, path: string, near: NearMiss | undefined): Refusal {
  const { prefix } = placed;
  const expected = near === undefined ? `one of the contract (${routesOf(placed)})` : 'one of the contract';
  const hint = near === undefined ? '' : `; did you mean ${near.methods.join(' or ')} ${prefix}${near.path}?`;
  return new Refusal('route-unknown', `path: expected ${expected}, got ${quoted(prefix + path)}${hint}`);
}

function routesOf({ contract: { operations }, prefix }: Placed): string {
  const told = operations.slice(0, MAX_ROUTES_TOLD);
  const routes = told.map(({ method, path }) => `${method} ${prefix}${path}`);
  const untold = operations.length - routes.length;
  return `${routes.join(', ')}${untold > 0 ? ` and ${untold} more` : ''}`;
}

function unknownMethod(method: string, path: string, allowed: readonly string[]): Refusal {
  const message = `method: expected ${allowed.join(' or ')} for ${quoted(path)}, got ${quoted(method)}`;
  return new Refusal('method-unknown', message, { headers: { Allow: allowed.join(', ') } });
}

/** The path as the contract may have it: with each query that the request holds, the longest first; then without. */
type Spellings = (target: Target) => readonly string[];

function createSpellings(operations: readonly Operation[]): Spellings {
  const texts = new Set(operations.flatMap(({ path }) => /\?(.*)$/s.exec(path)?.[1] ?? []));
  const queries = [...texts].flatMap(fieldsOf).toSorted((a, b) => b.fields.length - a.fields.length);
  if (queries.length === 0) return ({ path }) => [path];
  return ({ path, query }) => [
    ...queries
      .filter(({ fields }) => fields.every((field) => holds(query, field)))
      .map(({ text }) => `${path}?${text}`),
    path,
  ];
}

interface Query {
  readonly text: string;
  readonly fields: readonly QueryField[];
}

function fieldsOf(text: string): readonly Query[] {
  const target = parseTarget(`/?${text}`);
  return target instanceof Refusal ? [] : [{ text, fields: target.query }];
}

function holds(query: readonly QueryField[], { name, rawValue }: QueryField): boolean {
  return query.some((field) => field.name === name && field.rawValue === rawValue);
}
