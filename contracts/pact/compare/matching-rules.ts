/**
 * Finds matching rules that no conforming response can meet, and rules that their own example violates. A rule that
 * only requires more than the contract promises is accepted, because provider states can supply the values. A stricter
 * array length is reported as `silent`; regexes and equality are not reported as stricter, since every example without
 * a rule is an equality.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json/exact-json.ts';
import { joinPointer } from '../../../spec/json/pointer.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import type { Place } from '../../../spec/source/source-file.ts';
import { canMatchInTime, compilePattern } from '../../../spec/validation/patterns.ts';
import { formatPath } from '../../../spec/validation/validate.ts';
import type { ComparedInteraction } from './compared-interaction.ts';
import { childOf } from './document-lookup.ts';
import type { RawFinding } from './findings.ts';
import { responseMediaType } from './response-body.ts';
import { allParts, applicableParts } from './schema-parts.ts';

export function checkMatchingRules(subject: ComparedInteraction): readonly RawFinding[] {
  const { responseBody, raw } = subject;
  const schema = responseMediaType(subject)?.schema;
  if (responseBody?.json === undefined || schema === undefined) return [];
  const { json: value, pointer } = responseBody;
  const context: ValueContext = { schemas: [schema], value, path: [], pointer, place: schema.place };
  return parseBodyRules(raw.response.matchingRules).flatMap(({ path, matchers }) =>
    valuesAtPath(context, path).flatMap((one) => matchers.flatMap((matcher) => checkMatcher(one, matcher))),
  );
}

interface MatchingRule {
  readonly path: readonly string[];
  readonly matchers: readonly Json[];
}

/** Version 2 has `$.body.a` with one matcher, later versions an array of matchers for `$.a` below `body`. */
function parseBodyRules(rules: Json | undefined): readonly MatchingRule[] {
  if (!isJsonObject(rules)) return [];
  const { body } = rules;
  if (!isJsonObject(body)) {
    return Object.entries(rules)
      .filter(([key]) => /^\$\.body\b/.test(key))
      .map(([key, matcher]) => ({ path: parseRulePath(key).slice(1), matchers: [matcher] }));
  }
  return Object.entries(body).map(([key, rule]) => ({
    path: parseRulePath(key),
    matchers: parseMatchers(rule),
  }));
}

function parseMatchers(rule: Json): readonly Json[] {
  const matchers = childOf(rule, 'matchers');
  // With OR, meeting any one matcher is enough.
  return isJsonArray(matchers) && childOf(rule, 'combine') !== 'OR' ? matchers : [];
}

/** `$.a[0]['b c'][*]`: a, 0, b c, * */
function parseRulePath(expression: string): readonly string[] {
  return [...expression.matchAll(/\.([^.[\]]+)|\['((?:[^'\\]|\\.)*)'\]|\[(\d+|\*)\]/g)].map(
    ([, dotted, quoted, index]) => dotted ?? quoted ?? index ?? '',
  );
}

interface ValueContext {
  readonly schemas: readonly Schema[];
  readonly value: Json;
  readonly path: readonly (string | number)[];
  readonly pointer: string;
  /** The place in the contract that declares the value, or its nearest declared ancestor. */
  readonly place: Place;
}

function valuesAtPath(context: ValueContext, [step, ...rest]: readonly string[]): readonly ValueContext[] {
  if (step === undefined) return [context];
  return matchingKeys(context.value, step).flatMap((key) => {
    const value = childOf(context.value, String(key));
    if (value === undefined) return [];
    const schemas = schemasBelow(context.schemas, key);
    const place = schemas[0]?.place ?? context.place;
    const pointer = joinPointer(context.pointer, key);
    return valuesAtPath({ schemas, value, path: [...context.path, key], pointer, place }, rest);
  });
}

/** The first item of an array stands for all. */
function matchingKeys(value: Json, step: string): readonly (string | number)[] {
  if (isJsonArray(value)) return step === '*' ? (value.length > 0 ? [0] : []) : [Number(step)];
  if (!isJsonObject(value)) return [];
  return step === '*' ? Object.keys(value) : [step];
}

function schemasBelow(schemas: readonly Schema[], key: string | number): readonly Schema[] {
  return [...allParts(schemas)].flatMap((part) => {
    const found = typeof key === 'number' ? (part.prefixItems[key] ?? part.items) : part.properties.get(key);
    return found ?? [];
  });
}

function checkMatcher(context: ValueContext, matcher: Json): readonly RawFinding[] {
  if (!isJsonObject(matcher)) return [];
  const { regex } = matcher;
  return [
    ...(isJsonArray(context.value) ? checkLengths(context, matcher) : []),
    ...(typeof regex === 'string' ? checkPattern(context, regex) : []),
  ];
}

function checkLengths(context: ValueContext, { min, max }: JsonObject): readonly RawFinding[] {
  const applicable = [...applicableParts(context.schemas)];
  const minCount = Math.max(0, ...applicable.map(({ minItems = 0 }) => minItems));
  const maxCount = Math.min(Infinity, ...applicable.map(({ maxItems = Infinity }) => maxItems));
  const itemsText = (count: number) => `${count} item${count === 1 ? '' : 's'}`;
  if (typeof min === 'number' && min > maxCount)
    return [createFinding(context, 'error', `at least ${itemsText(min)}`, `at most ${itemsText(maxCount)}`)];
  if (typeof max === 'number' && max < minCount)
    return [createFinding(context, 'error', `at most ${itemsText(max)}`, `at least ${itemsText(minCount)}`)];
  if (typeof min === 'number' && min > minCount)
    return [
      createFinding(
        context,
        'unspecified',
        `at least ${itemsText(min)}`,
        minCount === 0 ? 'no minimum number of items' : `at least ${itemsText(minCount)}`,
      ),
    ];
  return [];
}

function checkPattern(context: ValueContext, regex: string): readonly RawFinding[] {
  const pattern = compiled(regex);
  const { value } = context;
  if (pattern === undefined || typeof value !== 'string') return [];
  const options = [...applicableParts(context.schemas)].flatMap((part) => part.enum ?? []);
  if (options.length > 0 && options.every((option) => typeof option !== 'string' || failsPattern(pattern, option)))
    return [
      createFinding(context, 'error', `a string that matches ${regex}`, `one of ${options.map(String).join(', ')}`),
    ];
  if (!failsPattern(pattern, value)) return [];
  const exampleFinding = createFinding(context, 'warning', `the example ${JSON.stringify(value)}`, 'a different value');
  return [
    {
      ...exampleFinding,
      code: 'response.rule.example',
      expected: `nothing against it, but it does not match the pact's own rule ${regex}`,
    },
  ];
}

/** Pact libraries use different regular expression dialects; a pattern that JavaScript cannot parse is skipped. */
function compiled(regex: string): RegExp | undefined {
  const [, flags, source = regex] = /^\(\?([ims]+)\)(.*)$/s.exec(regex) ?? [];
  const plain = source.replace(/^\\A/, '^').replace(/\\[zZ]$/, '$');
  try {
    return compilePattern(flags === undefined ? plain : `(?${flags}:${plain})`);
  } catch {
    return undefined;
  }
}

/** A pattern that cannot be matched in time counts as neither matching nor failing. */
function failsPattern(pattern: RegExp, text: string): boolean {
  return canMatchInTime(pattern, text) && !pattern.test(text);
}

function createFinding(
  context: ValueContext,
  severity: RawFinding['severity'],
  received: string,
  expected: string,
): RawFinding {
  return {
    severity,
    code: severity === 'error' ? 'response.rule.incompatible' : 'response.rule.narrower',
    part: formatPath(context.path),
    received,
    expected,
    pointer: context.pointer,
    place: context.place,
  };
}
