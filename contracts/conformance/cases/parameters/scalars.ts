import type { Json } from '../../../../spec/json/exact-json.ts';
import { isNumeric } from '../../../../spec/json/exact-json.ts';
import type { Parameter } from '../../../../spec/model/contract.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { integerRanges } from '../../../../spec/validation/formats.ts';
import { plainText } from '../../../../spec/wire/parameter-styles.ts';
import { isValidText } from '../../request/parameters/parameters.ts';
import { formatProbes } from '../limits/formats.ts';
import { numberProbes } from '../limits/numbers.ts';
import { enumProbes, type Probe } from '../limits/probe.ts';
import { textProbes } from '../limits/texts.ts';
import { specimens, wordsFor } from '../texts/specimens.ts';
import { canCarry, type ParameterProbe, unusual } from './probe.ts';

export interface Scalar {
  readonly parameter: Parameter;
  readonly schema: Schema;
  readonly flat: Schema;
  readonly value: Json;
}

/** A number, a text or a truth value. */
export function* scalarProbes(scalar: Scalar): Generator<ParameterProbe> {
  const { parameter, schema, flat } = scalar;
  for (const text of wrongTexts(flat)) {
    if (canCarry(parameter, text) && !isValidText(schema, text)) yield wrong(text);
  }
  for (const probe of limitProbes(scalar)) yield* atLimit(scalar, probe);
  for (const number of integerEnds(flat)) yield* atEnd(scalar, number);
  yield* decimals(scalar);
  if (isFreeText(flat)) yield* texts(scalar);
}

function wrong(text: string): ParameterProbe {
  return { name: `wrong ${text}`, words: text, expectation: 'reject', value: text, keyword: 'type' };
}

const numberWords = ['seven', '12abc', 'true', 'null', 'undefined', 'NaN', '1,2'];

/** Texts that cannot be read as a valid value. Anything can be read as a text, so only other types have them. */
export function wrongTexts({ types }: Schema): readonly string[] {
  if (types === undefined || types.has('string')) return [];
  if (types.has('number')) return [...numberWords, 'Infinity'];
  if (types.has('integer')) return [...numberWords, '1.5', '1e400'];
  return types.has('boolean') ? ['maybe', '2', 'null', 'undefined', 'tru'] : [];
}

function* limitProbes({ flat, value }: Scalar): Generator<Probe> {
  if (typeof value === 'string') {
    yield* textProbes(flat, value);
    yield* formatProbes(flat.format, value);
  }
  if (isNumeric(value)) yield* numberProbes(flat, flat.types?.has('number') !== true);
  if (flat.enum !== undefined) yield* enumProbes('enum', flat.enum);
  if (flat.const !== undefined) yield* enumProbes('const', [flat.const.value]);
}

function* atLimit({ parameter, schema }: Scalar, probe: Probe): Generator<ParameterProbe> {
  const text = plainText(probe.value);
  const found = isValidText(schema, text) ? 'within' : 'beyond';
  if (!canCarry(parameter, text) || (probe.side !== undefined && probe.side !== found)) return;
  const isLength = probe.keyword === 'minLength' || probe.keyword === 'maxLength';
  yield {
    name: `${probe.keyword}/${probe.words}`,
    words: probe.words,
    expectation: found === 'within' ? 'accept' : 'reject',
    value: text,
    keyword: probe.keyword,
    // A text of the right length is still one that nobody may know.
    open: found === 'within' && isLength ? unusual : [],
  };
}

/** A declared bound has been tried as such. Wrapped to 64 bits, 2^64+1 is 1. */
function integerEnds({ types, format, minimum, maximum }: Schema): readonly bigint[] {
  const range = integerRanges.get(format ?? '');
  if (types?.has('integer') !== true) return [];
  const low = minimum === undefined ? [0n, -1n, ...(range === undefined ? [] : [range.min])] : [];
  if (range === undefined) return low;
  const high = maximum === undefined ? [2n ** 53n + 1n, range.max] : [];
  return [...low, ...high, range.min - 1n, range.max + 1n, 2n ** 64n + 1n];
}

function* atEnd({ schema }: Scalar, number: bigint): Generator<ParameterProbe> {
  const valid = isValidText(schema, `${number}`);
  const about = {
    name: `integer ${number}`,
    words: `${number}`,
    value: `${number}`,
    keyword: 'format',
  } as const;
  yield { ...about, expectation: valid ? 'accept' : 'reject', open: valid ? unusual : [] };
}

/** Exponents are for JSON: whether a parameter may have one, nobody says. */
function* decimals({ schema, flat }: Scalar): Generator<ParameterProbe> {
  if (flat.types?.has('number') !== true) return;
  for (const text of ['0.5', '-0.25', '19.99', '1e2']) {
    if (!isValidText(schema, text)) continue;
    const expectation = text.includes('e') ? 'silent' : 'accept';
    yield { name: `decimal ${text}`, words: text, expectation, value: text, open: unusual, keyword: 'type' };
  }
}

function isFreeText({ types, enum: options, const: only, pattern, format }: Schema): boolean {
  const isText = types?.has('string') === true;
  return isText && [options, only, pattern, format].every((keyword) => keyword === undefined);
}

/** What has a meaning in a URL, and what is not ASCII: percent-encoded, it is text like any other. */
const ofUrls: readonly (readonly [name: string, text: string])[] = [
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

/** Of the texts that go into bodies those that nobody may refuse for what they are. */
const ofBodies = specimens.filter(
  ({ name, open, silent, spelling }) =>
    [open, silent, spelling].every((exception) => exception === undefined) &&
    ofUrls.every(([known]) => known !== name),
);

function* texts({ parameter, schema }: Scalar): Generator<ParameterProbe> {
  const all = [
    ...ofUrls.map(([name, value]) => ({ name, value, words: `a text with ${name}: ${value}` })),
    ...ofBodies.map((one) => ({ name: one.name, value: one.text(), words: wordsFor(one) })),
  ];
  for (const text of all) {
    if (!canCarry(parameter, text.value) || !isValidText(schema, text.value)) continue;
    yield { ...text, expectation: 'accept', open: unusual };
  }
}
