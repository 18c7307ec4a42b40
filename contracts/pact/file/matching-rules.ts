/**
 * Parses the matching rules of a pact in both notations, and rejects rules, generators and values that the verifier
 * does not know or ignores.
 */

import type { KitError } from '../../../errors.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject, stringifyJson } from '../../../spec/json/exact-json.ts';
import { joinPointer } from '../../../spec/json/pointer.ts';
import { type Interaction, unverifiableError } from './interaction.ts';
import { type PactFile, placeInPact } from './pact-file.ts';

export interface MatchingRule {
  /** `body`, `header`, `query`, `path`, `status` */
  readonly category: string;
  /** `$.items[*].id` of a body, the name of a header; empty for the path and the status. */
  readonly path: string;
  readonly matchers: readonly Json[];
  /** JSON Pointer into the pact. */
  readonly pointer: string;
}

/** A value in the place of a rule that is not a rule; the verifier ignores it. */
interface InvalidRule {
  readonly pointer: string;
}

const matchingRuleCategories = ['body', 'header', 'query', 'path', 'status', 'metadata'] as const;

/** `pointer` is that of the request or response. */
export function parseMatchingRules(part: JsonObject, pointer: string): readonly (MatchingRule | InvalidRule)[] {
  const { matchingRules } = part;
  if (!isJsonObject(matchingRules)) return [];
  return Object.entries(matchingRules).flatMap(([key, value]) => {
    const at = joinPointer(`${pointer}/matchingRules`, key);
    if (key.startsWith('$')) return [parseVersion2Rule(key, value, at)];
    return isCategory(key) ? parseCategoryRules(key, value, at) : [{ pointer: at }];
  });
}

export function isMatchingRule(one: MatchingRule | InvalidRule): one is MatchingRule {
  return 'matchers' in one;
}

function isCategory(key: string): boolean {
  return matchingRuleCategories.some((category) => category === key);
}

/** Version 2: `$.body.name` and `$.headers.Accept`, each with one matcher. */
function parseVersion2Rule(key: string, value: Json, pointer: string): MatchingRule | InvalidRule {
  const [, part = '', rest = ''] = /^\$\.(body|headers?|query|path|status)(.*)$/s.exec(key) ?? [];
  if (part === '' || !isJsonObject(value)) return { pointer };
  const name = rest.replace(/^\.|^\['|'\]$/g, '');
  if (part === 'body') return { category: 'body', path: `$${rest}`, matchers: [value], pointer };
  return {
    category: part.replace(/s$/, '') === 'header' ? 'header' : part,
    path: name,
    matchers: [value],
    pointer,
  };
}

function parseCategoryRules(category: string, value: Json, pointer: string): readonly (MatchingRule | InvalidRule)[] {
  if (!isJsonObject(value)) return [{ pointer }];
  // Categories with a single rule, such as the path, may hold the matchers directly.
  if (isJsonArray(value.matchers)) return [{ category, path: '', matchers: value.matchers, pointer }];
  return Object.entries(value).map(([path, rule]) => {
    const at = joinPointer(pointer, path);
    if (!isJsonObject(rule) || !isJsonArray(rule.matchers)) return { pointer: at };
    return { category, path, matchers: rule.matchers, pointer: at };
  });
}

/** Checks the rules of the expected response; rules of the request only apply in the consumer's tests. */
export function* findRuleErrors(pact: PactFile, { place }: Interaction, { response }: JsonObject): Generator<KitError> {
  if (!isJsonObject(response)) return;
  for (const rule of parseMatchingRules(response, `${place.pointer}/response`)) {
    const problem = isMatchingRule(rule)
      ? ruleError(rule)
      : 'received an invalid matching rule, which the verifier ignores';
    if (problem !== undefined) yield unverifiableError(placeInPact(pact, rule.pointer), problem);
  }
}

function ruleError({ path, matchers }: MatchingRule): string | undefined {
  if (path.includes('..')) return `received the path ${path}: the verifier does not support ".."`;
  return matchers.map(matcherError).find((problem) => problem !== undefined);
}

function matcherError(matcher: Json): string | undefined {
  if (!isJsonObject(matcher)) return 'received a matcher that is not an object';
  const { match, regex } = matcher;
  if (match === undefined) {
    const implied = ['regex', 'min', 'max', 'timestamp', 'date', 'time'].some((key) => key in matcher);
    return implied ? undefined : `received the matcher ${stringifyJson(matcher)} without "match"`;
  }
  if (typeof match !== 'string' || !knownMatchers.has(match))
    return `received the matcher type ${stringifyJson(match)}, which the verifier does not support`;
  if (match === 'regex' && typeof regex !== 'string') return 'received a "regex" matcher without a regular expression';
  return undefined;
}

/** Known to verifier 1.4. */
const knownMatchers = new Set([
  ...['equality', 'regex', 'type', 'min', 'max', 'min-type', 'max-type', 'include', 'null'],
  ...['number', 'integer', 'decimal', 'real', 'boolean', 'date', 'time', 'datetime', 'timestamp', 'semver'],
  ...['values', 'notEmpty', 'not-empty', 'contentType', 'content-type', 'statusCode', 'status-code'],
  ...['arrayContains', 'array-contains', 'eachKey', 'each-key', 'eachValue', 'each-value'],
]);

export function* findGeneratorErrors(
  pact: PactFile,
  { place }: Interaction,
  { request }: JsonObject,
): Generator<KitError> {
  if (!isJsonObject(request) || !isJsonObject(request.generators)) return;
  const pointer = `${place.pointer}/request/generators`;
  for (const [category, value] of Object.entries(request.generators)) {
    const at = joinPointer(pointer, category);
    const problem = generatorsError(category, value, request);
    if (problem !== undefined) yield unverifiableError(placeInPact(pact, at), problem);
  }
}

function generatorsError(category: string, value: Json, request: JsonObject): string | undefined {
  if (!generatorCategories.has(category))
    return `received generators for ${stringifyJson(category)}, which the verifier ignores`;
  if (!isJsonObject(value)) return 'received an invalid generator';
  if (category === 'header') {
    const problem = headerCaseError(value, request);
    if (problem !== undefined) return problem;
  }
  const generators = typeof value.type === 'string' ? [value] : Object.values(value);
  return generators.map(generatorError).find((problem) => problem !== undefined);
}

/** With different casing, the verifier sends the header twice: the example and the generated value. */
function headerCaseError(generators: JsonObject, { headers }: JsonObject): string | undefined {
  const names = isJsonObject(headers) ? Object.keys(headers) : [];
  const name = Object.keys(generators).find(
    (key) => !names.includes(key) && names.some((one) => one.toLowerCase() === key.toLowerCase()),
  );
  return name === undefined
    ? undefined
    : `received a generator for the header ${name}, which the request spells differently, so the verifier would send both`;
}

function generatorError(generator: Json): string | undefined {
  const type = isJsonObject(generator) ? generator.type : undefined;
  if (typeof type === 'string' && knownGenerators.has(type)) return undefined;
  return `received a generator of type ${stringifyJson(type ?? null)}, which the verifier ignores`;
}

const generatorCategories = new Set(['body', 'header', 'query', 'path', 'method', 'status', 'metadata']);

/** Known to verifier 1.4. */
const knownGenerators = new Set([
  ...['ProviderState', 'RandomInt', 'RandomDecimal', 'RandomHexadecimal', 'RandomString', 'RandomBoolean'],
  ...['Regex', 'Uuid', 'Date', 'Time', 'DateTime', 'MockServerURL'],
]);

export function findTypeErrors(pact: PactFile, { place }: Interaction, entry: JsonObject): readonly KitError[] {
  const [request, response] = [entry.request, entry.response];
  const typeChecks: readonly TypeCheck[] = [
    ...['method', 'path'].map((key) => ({
      part: 'request',
      key,
      value: member(request, key),
      kind: STRING_TYPE,
    })),
    { part: 'request', key: 'query', value: member(request, 'query'), kind: queryType(pact.version) },
    { part: 'request', key: 'generators', value: member(request, 'generators'), kind: OBJECT_TYPE },
    { part: 'response', key: 'headers', value: member(response, 'headers'), kind: OBJECT_TYPE },
    { part: 'response', key: 'matchingRules', value: member(response, 'matchingRules'), kind: OBJECT_TYPE },
  ];
  return typeChecks
    .filter(({ value, kind }) => value !== undefined && value !== null && !kind.accepts(value))
    .map(({ part, key, value, kind }) =>
      unverifiableError(
        placeInPact(pact, `${place.pointer}/${part}/${key}`),
        `the ${key} of the ${part}: received ${describeType(value)}; the verifier accepts only ${kind.name}`,
      ),
    );
}

/** Does not quote the value, since it may be a secret key. */
function describeType(value: Json | undefined): string {
  if (isJsonArray(value)) return 'an array';
  return isJsonObject(value) ? 'an object of a different form' : `a ${typeof value}`;
}

interface TypeCheck {
  readonly part: string;
  readonly key: string;
  readonly value: Json | undefined;
  readonly kind: ExpectedType;
}

interface ExpectedType {
  readonly name: string;
  accepts(value: Json): boolean;
}

const STRING_TYPE: ExpectedType = { name: 'a string', accepts: (value) => typeof value === 'string' };

const OBJECT_TYPE: ExpectedType = { name: 'an object', accepts: isJsonObject };

const QUERY_TYPE: ExpectedType = {
  name: 'a string, or an object with an array of strings for each name',
  accepts: (value) =>
    typeof value === 'string' || (isJsonObject(value) && Object.values(value).every(isStringOrStrings)),
};

/** Versions 1 and 2: the verifier does not send a query that is an object. */
function queryType(version: number): ExpectedType {
  return version < 3 ? { ...STRING_TYPE, name: `a string in version ${version}` } : QUERY_TYPE;
}

function isStringOrStrings(value: Json): boolean {
  return typeof value === 'string' || (isJsonArray(value) && value.every((one) => typeof one === 'string'));
}

function member(part: Json | undefined, key: string): Json | undefined {
  return isJsonObject(part) ? part[key] : undefined;
}
