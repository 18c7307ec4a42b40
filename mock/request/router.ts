/** From method and path to the operation. Own, since Prism's router dies of `%E0%A4%A` and knows no base path. */
import { allBasePaths, basePathsOf, serversOf } from '../../spec/base-paths.ts';
import type { Contract, Operation, Server } from '../../spec/contract.ts';
import { quoted, Refusal } from '../refusals.ts';
import { createNearMiss, type NearMiss } from './near-miss.ts';
import { judgeParameter } from './parameters.ts';
import { decode } from './target.ts';

export interface Route {
  readonly operation: Operation;
  /** Path parameters, still percent-encoded. */
  readonly captures: ReadonlyMap<string, string>;
}

export interface Router {
  /** HEAD finds GET where the contract has no HEAD of its own. */
  find(method: string, path: string): Route | Refusal;
  /** The methods of a path, with OPTIONS; empty when the path is unknown. */
  methods(path: string): readonly string[];
  /** The declared operations of a path, whatever their method. */
  operations(path: string): readonly Operation[];
}

/** `prefix` is where the contract stands, for messages: all paths are told and taken without it. */
export function createRouter(contract: Contract, prefix = ''): Router {
  const templates = compileTemplates(contract.operations);
  const basesOf = rememberBases(contract);
  const basePaths = allBasePaths(contract);
  const nearMiss = createNearMiss(contract.operations, basePaths);

  function matches(path: string): readonly Match[] {
    for (const { base, local } of localPaths(path, basePaths)) {
      const found = templates.flatMap((template) => {
        const fit = match(template, local);
        if (fit === undefined || base === '') return fit ?? [];
        const operations = template.operations.filter((one) => basesOf(one).has(base));
        return operations.length === 0 ? [] : { ...fit, template: { ...template, operations } };
      });
      if (found.length > 0) return found;
    }
    return [];
  }

  function find(method: string, path: string): Route | Refusal {
    const found = matches(path);
    if (found.length === 0) return unknownPath({ contract, prefix }, path, nearMiss(method, path));
    return routeIn(found, method) ?? unknownMethod(method, path, methodsOf(found));
  }

  return {
    find,
    methods: (path) => methodsOf(matches(path)),
    operations: (path) => matches(path).flatMap(({ template }) => template.operations),
  };
}

interface Template {
  readonly segments: readonly Segment[];
  readonly operations: readonly Operation[];
}

interface Match {
  readonly template: Template;
  readonly captures: ReadonlyMap<string, string>;
}

/** A literal is compared decoded; a pattern such as `{id}.json` is matched on the encoded text. */
type Segment =
  | { readonly literal: string }
  | { readonly pattern: RegExp; readonly names: readonly string[]; readonly isWhole: boolean };

function compileTemplates(operations: readonly Operation[]): readonly Template[] {
  const byPath = Map.groupBy(operations, (operation) => operation.path);
  return [...byPath]
    .map(([path, group]) => ({ segments: path.split('/').map(compileSegment), operations: group }))
    .toSorted(bySpecificity);
}

function compileSegment(text: string): Segment {
  const parts = text.split(/\{([^}]*)\}/);
  if (parts.length === 1) return { literal: decode(text) ?? text };
  const names = parts.filter((_part, index) => index % 2 === 1);
  const source = parts
    .map((part, index) => (index % 2 === 1 ? '([^/]+?)' : part.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')))
    .join('');
  return {
    pattern: new RegExp(`^${source}$`),
    names,
    isWhole: parts.length === 3 && `${parts[0]}${parts[2]}` === '',
  };
}

/** OpenAPI: concrete paths come before templated ones; from the left, the more concrete segment decides. */
function bySpecificity(a: Template, b: Template): number {
  for (const [index, segment] of a.segments.entries()) {
    const other = b.segments[index];
    if (other !== undefined && rank(segment) !== rank(other)) return rank(segment) - rank(other);
  }
  return 0;
}

function rank(segment: Segment): number {
  if ('literal' in segment) return 0;
  return segment.isWhole ? 2 : 1;
}

function match(template: Template, path: string): Match | undefined {
  const parts = path.split('/');
  if (parts.length !== template.segments.length) return undefined;
  const captures = new Map<string, string>();
  for (const [index, segment] of template.segments.entries()) {
    if (!matchSegment(segment, parts[index] ?? '', captures)) return undefined;
  }
  return { template, captures };
}

function matchSegment(segment: Segment, text: string, captures: Map<string, string>): boolean {
  if ('literal' in segment) return segment.literal === decode(text);
  const found = segment.pattern.exec(text);
  if (found === null) return false;
  for (const [index, name] of segment.names.entries()) captures.set(name, found[index + 1] ?? '');
  return true;
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
    const routes = found.flatMap(({ template, captures }): readonly Route[] => {
      const operation = template.operations.find((candidate) => candidate.method === wanted);
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
  const declared = new Set(found.flatMap(({ template }) => template.operations.map(({ method }) => method)));
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
