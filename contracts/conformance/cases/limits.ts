import { compareNumbers, isInteger, isJsonArray, isNumeric, type Json } from '../../../spec/exact-json.ts';
import { formatNamed } from '../../../spec/formats.ts';
import { keywordPlace, type Schema } from '../../../spec/schema.ts';
import { isValid } from '../../../spec/validate.ts';
import type { Case } from '../case.ts';
import { freshen } from '../fresh.ts';
import { replaceAt, type Site, sitesBelow } from '../sites.ts';
import { caseOf, jsonDraft, type Twin, type TwinBody } from '../twin.ts';
import type { Family } from './family.ts';

/** Every bound that the contract sets: the last value within it, and the first outside. */
export const limits: Family = {
  name: 'limits',
  summary: 'values are taken up to the bounds of the contract and not beyond',
  *generate(twin): Generator<Case> {
    const { body } = twin;
    if (body === undefined) return;
    for (const site of sitesBelow(body.schema, body.full)) {
      for (const probe of probesFor(site)) yield* caseFor(twin, body, site, probe);
    }
  },
};

interface Probe {
  readonly keyword: string;
  readonly words: string;
  readonly value: Json;
}

function* caseFor(twin: Twin, body: TwinBody, site: Site, { keyword, words, value }: Probe): Generator<Case> {
  const valid = isValid(body.schema, replaceAt(body.full, site.path, value), 'request');
  yield caseOf(twin, {
    family: 'limits',
    name: `${site.name}/${keyword}/${words}`,
    topic: `${site.name} ${keyword} ${valid ? 'within' : 'beyond'}`,
    expectation: valid ? 'accept' : 'reject',
    mutation: `${site.name} is ${words}`,
    place: keywordPlace(bearerOf(site.schema, keyword), keyword),
    fixed: isNumeric(value) ? 'number' : 'text',
    build: (fresh) => jsonDraft(twin, replaceAt(freshen(body.full, body.schema, fresh), site.path, value)),
  });
}

function* probesFor(site: Site): Generator<Probe> {
  if (typeof site.value === 'string') yield* textProbes(site.flat, site.value);
  if (isNumeric(site.value)) yield* numberProbes(site.flat, isInteger(site.value));
  if (isJsonArray(site.value)) yield* arrayProbes(site.flat, site.value);
  if (site.flat.enum !== undefined) yield* enumProbes(site.flat.enum);
}

function* textProbes({ minLength, maxLength, pattern, format }: Schema, value: string): Generator<Probe> {
  if (pattern === undefined && format === undefined) {
    if (minLength !== undefined && minLength > 0) {
      yield { keyword: 'minLength', words: `${minLength} characters long`, value: '🌵'.repeat(minLength) };
      yield {
        keyword: 'minLength',
        words: `${minLength - 1} characters long`,
        value: 'x'.repeat(minLength - 1),
      };
    }
    if (maxLength !== undefined && maxLength < 100_000) {
      yield { keyword: 'maxLength', words: `${maxLength} characters long`, value: '🌵'.repeat(maxLength) };
      yield {
        keyword: 'maxLength',
        words: `${maxLength + 1} characters long`,
        value: 'x'.repeat(maxLength + 1),
      };
    }
  }
  if (pattern !== undefined) yield* patternProbes(pattern, value);
  if (format !== undefined && formatNamed(format)?.accepts(`not a ${format}!`) === false) {
    yield { keyword: 'format', words: `a text that is no ${format}`, value: `not a ${format}!` };
  }
}

/** Each way in which a pattern is often only half applied: not to the end, not from the start, not at all. */
function* patternProbes(pattern: RegExp, value: string): Generator<Probe> {
  const attempts = [
    ['a text that the pattern does not match', '!'],
    ['a matching text and a character more', `${value}!`],
    ['a character and a matching text', `!${value}`],
    ['a matching text twice', `${value}${value}`],
    ['a matching text cut by one', value.slice(0, -1)],
    [
      'a matching text in another case',
      value === value.toUpperCase() ? value.toLowerCase() : value.toUpperCase(),
    ],
  ] as const;
  for (const [words, text] of attempts) {
    if (!pattern.test(text)) yield { keyword: 'pattern', words, value: text };
  }
}

function* numberProbes(schema: Schema, whole: boolean): Generator<Probe> {
  const step = whole ? 1 : 0.5;
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  if (minimum !== undefined) yield* around('minimum', minimum, [0, -step]);
  if (maximum !== undefined) yield* around('maximum', maximum, [0, step]);
  if (exclusiveMinimum !== undefined) yield* around('exclusiveMinimum', exclusiveMinimum, [step, 0]);
  if (exclusiveMaximum !== undefined) yield* around('exclusiveMaximum', exclusiveMaximum, [-step, 0]);
  if (multipleOf !== undefined && compareNumbers(multipleOf, 1) !== 0) {
    yield { keyword: 'multipleOf', words: `no multiple of ${multipleOf}`, value: Number(multipleOf) * 1.5 };
  }
}

function around(keyword: string, bound: number | bigint, offsets: readonly number[]): readonly Probe[] {
  return offsets.map((offset) => {
    const value = isInteger(bound) && Number.isInteger(offset) ? plus(bound, offset) : Number(bound) + offset;
    return { keyword, words: `${value}`, value };
  });
}

function plus(bound: number | bigint, offset: number): number | bigint {
  const sum = BigInt(bound) + BigInt(offset);
  return Number.isSafeInteger(Number(sum)) ? Number(sum) : sum;
}

function* arrayProbes({ minItems, maxItems, uniqueItems }: Schema, value: readonly Json[]): Generator<Probe> {
  const [first] = value;
  if (first === undefined) return;
  const filled = (count: number) => Array.from({ length: count }, (_unused, index) => value[index] ?? first);
  if (minItems !== undefined && minItems > 0) {
    yield { keyword: 'minItems', words: `${minItems - 1} items long`, value: filled(minItems - 1) };
  }
  if (maxItems !== undefined && maxItems < 1_000) {
    yield { keyword: 'maxItems', words: `${maxItems + 1} items long`, value: filled(maxItems + 1) };
  }
  if (uniqueItems) yield { keyword: 'uniqueItems', words: 'twice the same item', value: [first, first] };
}

function* enumProbes(values: readonly Json[]): Generator<Probe> {
  for (const value of values)
    yield { keyword: 'enum', words: `the declared value ${JSON.stringify(value)}`, value };
  yield { keyword: 'enum', words: 'none of the declared values', value: 'none-of-these' };
}

function bearerOf(schema: Schema, keyword: string): Schema {
  if (schema.keywordLines.has(keyword)) return schema;
  const parts = [...schema.allOf, ...schema.anyOf, ...schema.oneOf].map((part) => bearerOf(part, keyword));
  return parts.find((part) => part.keywordLines.has(keyword)) ?? schema;
}
