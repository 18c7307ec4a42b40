import type { Json } from '../../../../spec/json/exact-json.ts';
import { isNumeric } from '../../../../spec/json/exact-json.ts';
import type { Parameter } from '../../../../spec/model/contract.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { integerRanges } from '../../../../spec/validation/formats.ts';
import { plainText } from '../../../../spec/wire/parameter-styles.ts';
import { isValidText } from '../../request/parameters/serialize-parameters.ts';
import { formatProbes } from '../boundary-values/formats.ts';
import { numberProbes } from '../boundary-values/numbers.ts';
import { type BoundaryProbe, describeProbe, enumProbes } from '../boundary-values/probe.ts';
import { textProbes } from '../boundary-values/texts.ts';
import { describeSample, textSamples } from '../text-values/text-samples.ts';
import { canBeSentIn, type ParameterProbe, toleratesUnusualValue } from './probe.ts';

export interface ScalarParameter {
  readonly parameter: Parameter;
  readonly schema: Schema;
  readonly flat: Schema;
  readonly value: Json;
}

/** A number, a string or a boolean. */
export function* scalarProbes(scalar: ScalarParameter): Generator<ParameterProbe> {
  const { parameter, schema, flat } = scalar;
  for (const text of wrongTexts(flat)) {
    if (canBeSentIn(parameter, text) && !isValidText(schema, text)) yield wrongTypeProbe(text);
  }
  for (const probe of limitProbes(scalar)) yield* limitProbe(scalar, probe);
  for (const number of integerLimits(flat)) yield* integerProbe(scalar, number);
  yield* decimalProbes(scalar);
  if (isUnconstrainedText(flat)) yield* textParameterProbes(scalar);
}

function wrongTypeProbe(text: string): ParameterProbe {
  return { name: `wrong ${text}`, description: text, expectation: 'reject', value: text, keyword: 'type' };
}

const nonNumericTexts = ['seven', '12abc', 'true', 'null', 'undefined', 'NaN', '1,2'];

/** Texts that cannot be parsed as a valid value. Every text is a valid string, so only other types have them. */
export function wrongTexts({ types }: Schema): readonly string[] {
  if (types === undefined || types.has('string')) return [];
  if (types.has('number')) return [...nonNumericTexts, 'Infinity'];
  if (types.has('integer')) return [...nonNumericTexts, '1.5', '1e400'];
  return types.has('boolean') ? ['maybe', '2', 'null', 'undefined', 'tru'] : [];
}

function* limitProbes({ flat, value }: ScalarParameter): Generator<BoundaryProbe> {
  if (typeof value === 'string') {
    yield* textProbes(flat, value);
    yield* formatProbes(flat.format, value);
  }
  if (isNumeric(value)) yield* numberProbes(flat, flat.types?.has('number') !== true);
  if (flat.enum !== undefined) yield* enumProbes('enum', flat.enum);
  if (flat.const !== undefined) yield* enumProbes('const', [flat.const.value]);
}

function* limitProbe({ parameter, schema }: ScalarParameter, probe: BoundaryProbe): Generator<ParameterProbe> {
  const text = plainText(probe.value);
  const side = isValidText(schema, text) ? 'within' : 'beyond';
  if (!canBeSentIn(parameter, text) || (probe.side !== undefined && probe.side !== side)) return;
  const isLength = probe.keyword === 'minLength' || probe.keyword === 'maxLength';
  yield {
    name: `${probe.keyword}/${probe.name}`,
    description: describeProbe(probe),
    expectation: side === 'within' ? 'accept' : 'reject',
    value: text,
    keyword: probe.keyword,
    // A string of a valid length may still be an unknown value.
    tolerated: side === 'within' && isLength ? toleratesUnusualValue : [],
  };
}

/** limitProbes tests declared bounds. Truncated to 64 bits, 2^64+1 is 1. */
function integerLimits({ types, format, minimum, maximum }: Schema): readonly bigint[] {
  const range = integerRanges.get(format ?? '');
  if (types?.has('integer') !== true) return [];
  const low = minimum === undefined ? [0n, -1n, ...(range === undefined ? [] : [range.min])] : [];
  if (range === undefined) return low;
  const high = maximum === undefined ? [2n ** 53n + 1n, range.max] : [];
  return [...low, ...high, range.min - 1n, range.max + 1n, 2n ** 64n + 1n];
}

function* integerProbe({ schema }: ScalarParameter, number: bigint): Generator<ParameterProbe> {
  const valid = isValidText(schema, `${number}`);
  const common = {
    name: `integer ${number}`,
    description: `${number}`,
    value: `${number}`,
    keyword: 'format',
  } as const;
  yield { ...common, expectation: valid ? 'accept' : 'reject', tolerated: valid ? toleratesUnusualValue : [] };
}

/** No standard says whether a parameter may have an exponent, as in JSON. */
function* decimalProbes({ schema, flat }: ScalarParameter): Generator<ParameterProbe> {
  if (flat.types?.has('number') !== true) return;
  for (const text of ['0.5', '-0.25', '19.99', '1e2']) {
    if (!isValidText(schema, text)) continue;
    const expectation = text.includes('e') ? 'unspecified' : 'accept';
    yield {
      name: `decimal ${text}`,
      description: text,
      expectation,
      value: text,
      tolerated: toleratesUnusualValue,
      keyword: 'type',
    };
  }
}

function isUnconstrainedText({ types, enum: enumValues, const: constValue, pattern, format }: Schema): boolean {
  const isText = types?.has('string') === true;
  return isText && [enumValues, constValue, pattern, format].every((keyword) => keyword === undefined);
}

/** Characters with a meaning in URLs, and characters beyond ASCII: percent-encoded, they are ordinary text. */
const urlTexts: readonly (readonly [name: string, text: string])[] = [
  ['a space', 'Green box'],
  ['a plus sign', 'Green+box'],
  ['reserved characters', 'a&b=c#d?e;f:g@h'],
  ['a slash', 'Green/box'],
  ['a percent sign', '100%41'],
  ['a comma', 'Green,box'],
  ['letters beyond ASCII', 'é緑'],
  ['an astral character', '🎈'],
  ['quotes', `O'Hara "x"`],
  ['brackets', 'a[b]{c}|d'],
  ['the word null', 'null'],
  ['digits', '0123'],
];

/** The samples of request bodies that an implementation has no reason to reject. */
const bodyTexts = textSamples.filter(
  ({ name, toleratedBecause, isUnspecified, spelling }) =>
    [toleratedBecause, isUnspecified, spelling].every((exception) => exception === undefined) &&
    urlTexts.every(([known]) => known !== name),
);

function* textParameterProbes({ parameter, schema }: ScalarParameter): Generator<ParameterProbe> {
  const all = [
    ...urlTexts.map(([name, value]) => ({ name, value, description: `a string with ${name}: ${value}` })),
    ...bodyTexts.map((sample) => ({
      name: sample.name,
      value: sample.text(),
      description: describeSample(sample),
    })),
  ];
  for (const text of all) {
    if (!canBeSentIn(parameter, text.value) || !isValidText(schema, text.value)) continue;
    yield { ...text, expectation: 'accept', tolerated: toleratesUnusualValue };
  }
}
