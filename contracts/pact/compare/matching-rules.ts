/**
 * Matching rules that no right answer can meet, or whose own example does not. A rule that only asks for more than
 * the contract promises is the consumer's affair: states bring its values about. The length of a list is told as
 * silence; regexes and equalities are not told at all, since every example without a rule is one.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json/exact-json.ts';
import { joinPointer } from '../../../spec/json/pointer.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import type { Place } from '../../../spec/source/source-file.ts';
import { canTry, patternOf } from '../../../spec/validation/patterns.ts';
import { formatPath } from '../../../spec/validation/validate.ts';
import { childOf } from './document.ts';
import type { Found } from './findings.ts';
import { responseMedia } from './response-body.ts';
import { allParts, certainParts } from './schema-parts.ts';
import type { ComparedInteraction } from './subject.ts';

export function ruleFindings(subject: ComparedInteraction): readonly Found[] {
  const { responseBody, raw } = subject;
  const schema = responseMedia(subject)?.schema;
  if (responseBody?.json === undefined || schema === undefined) return [];
  const { json: value, pointer } = responseBody;
  const spot: Spot = { schemas: [schema], value, at: [], pointer, place: schema.place };
  return bodyRules(raw.response.matchingRules).flatMap(({ path, matchers }) =>
    spotsAt(spot, path).flatMap((one) => matchers.flatMap((matcher) => judged(one, matcher))),
  );
}

interface Rule {
  readonly path: readonly string[];
  readonly matchers: readonly Json[];
}

/** Version 2 has `$.body.a` with one matcher, the later ones a list of them for `$.a` below `body`. */
function bodyRules(rules: Json | undefined): readonly Rule[] {
  if (!isJsonObject(rules)) return [];
  const { body } = rules;
  if (!isJsonObject(body)) {
    return Object.entries(rules)
      .filter(([key]) => /^\$\.body\b/.test(key))
      .map(([key, matcher]) => ({ path: pathOf(key).slice(1), matchers: [matcher] }));
  }
  return Object.entries(body).map(([key, rule]) => ({ path: pathOf(key), matchers: matchersOf(rule) }));
}

function matchersOf(rule: Json): readonly Json[] {
  const matchers = childOf(rule, 'matchers');
  // Of alternatives any one may be met.
  return isJsonArray(matchers) && childOf(rule, 'combine') !== 'OR' ? matchers : [];
}

/** `$.a[0]['b c'][*]`: a, 0, b c, * */
function pathOf(expression: string): readonly string[] {
  return [...expression.matchAll(/\.([^.[\]]+)|\['((?:[^'\\]|\\.)*)'\]|\[(\d+|\*)\]/g)].map(
    ([, dotted, quoted, index]) => dotted ?? quoted ?? index ?? '',
  );
}

interface Spot {
  readonly schemas: readonly Schema[];
  readonly value: Json;
  readonly at: readonly (string | number)[];
  readonly pointer: string;
  /** Of what the contract says of it, or of the nearest around it that is declared. */
  readonly place: Place;
}

function spotsAt(spot: Spot, [step, ...rest]: readonly string[]): readonly Spot[] {
  if (step === undefined) return [spot];
  return keysOf(spot.value, step).flatMap((key) => {
    const value = childOf(spot.value, String(key));
    if (value === undefined) return [];
    const schemas = schemasBelow(spot.schemas, key);
    const place = schemas[0]?.place ?? spot.place;
    const pointer = joinPointer(spot.pointer, key);
    return spotsAt({ schemas, value, at: [...spot.at, key], pointer, place }, rest);
  });
}

/** The first item of a list stands for all. */
function keysOf(value: Json, step: string): readonly (string | number)[] {
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

function judged(spot: Spot, matcher: Json): readonly Found[] {
  if (!isJsonObject(matcher)) return [];
  const { regex } = matcher;
  return [
    ...(isJsonArray(spot.value) ? lengths(spot, matcher) : []),
    ...(typeof regex === 'string' ? patterns(spot, regex) : []),
  ];
}

function lengths(spot: Spot, { min, max }: JsonObject): readonly Found[] {
  const certain = [...certainParts(spot.schemas)];
  const least = Math.max(0, ...certain.map(({ minItems = 0 }) => minItems));
  const most = Math.min(Infinity, ...certain.map(({ maxItems = Infinity }) => maxItems));
  const items = (count: number) => `${count} item${count === 1 ? '' : 's'}`;
  if (typeof min === 'number' && min > most)
    return [found(spot, 'error', `at least ${items(min)}`, `at most ${items(most)}`)];
  if (typeof max === 'number' && max < least)
    return [found(spot, 'error', `at most ${items(max)}`, `at least ${items(least)}`)];
  if (typeof min === 'number' && min > least)
    return [
      found(
        spot,
        'silent',
        `at least ${items(min)}`,
        least === 0 ? 'nothing of how many' : `at least ${items(least)}`,
      ),
    ];
  return [];
}

function patterns(spot: Spot, regex: string): readonly Found[] {
  const pattern = compiled(regex);
  const { value } = spot;
  if (pattern === undefined || typeof value !== 'string') return [];
  const options = [...certainParts(spot.schemas)].flatMap((part) => part.enum ?? []);
  if (options.length > 0 && options.every((option) => typeof option !== 'string' || refuses(pattern, option)))
    return [found(spot, 'error', `a text that matches ${regex}`, `one of ${options.map(String).join(', ')}`)];
  if (!refuses(pattern, value)) return [];
  const itself = found(spot, 'warning', `the example ${JSON.stringify(value)}`, 'nothing of it');
  return [
    { ...itself, code: 'response.rule.example', expected: `no other; but the pact's own rule is ${regex}` },
  ];
}

/** Of the languages that write pacts each has its own dialect: what this one cannot read is left alone. */
function compiled(regex: string): RegExp | undefined {
  const [, flags, source = regex] = /^\(\?([ims]+)\)(.*)$/s.exec(regex) ?? [];
  const plain = source.replace(/^\\A/, '^').replace(/\\[zZ]$/, '$');
  try {
    return patternOf(flags === undefined ? plain : `(?${flags}:${plain})`);
  } catch {
    return undefined;
  }
}

/** A pattern that would take for ever says nothing either way. */
function refuses(pattern: RegExp, text: string): boolean {
  return canTry(pattern, text) && !pattern.test(text);
}

function found(spot: Spot, severity: Found['severity'], received: string, expected: string): Found {
  return {
    severity,
    code: severity === 'error' ? 'response.rule.incompatible' : 'response.rule.narrower',
    at: formatPath(spot.at),
    received,
    expected,
    pointer: spot.pointer,
    place: spot.place,
  };
}
