/** All values of a parameter to send. */
import { isJsonArray, isJsonObject, type Json, stringifyJson } from '../../../../spec/json/exact-json.ts';
import { isJsonType, type Parameter } from '../../../../spec/model/contract.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { flatten } from '../../../../spec/sampling/flatten.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import { expand, isAgreed, plainText } from '../../../../spec/wire/parameter-styles.ts';
import { percentEncoded } from '../../../../text.ts';
import { type ParameterValue, parameterText } from '../../request/parameters/parameters.ts';
import { sampleWith } from '../../request/values/choices.ts';
import { flatFor } from '../../request/values/sites.ts';
import { alternativesOf } from '../shared/mutation-points.ts';
import { canCarry, type ParameterProbe, unusual } from './probe.ts';
import { scalarProbes } from './scalars.ts';
import { listProbes, objectProbes } from './structured.ts';

/** Each way to write it once, beside the one of the valid request. */
export function* probesFor(valid: ParameterValue): Generator<ParameterProbe> {
  const { parameter } = valid;
  const sent = new Set(parameter.required ? [parameterText(valid)] : []);
  for (const probe of everyProbeFor(valid)) {
    const text = parameterText(changedBy(parameter, probe));
    if (sent.has(text) || text.length > LONGEST[parameter.in]) continue;
    sent.add(text);
    yield probe;
  }
}

/** In bytes, as written, with the name: longer ones run into limits that HTTP leaves to servers (RFC 9110, section 4.1). */
const LONGEST = { path: 2_000, query: 2_000, header: 1_000, cookie: 1_000 } as const;

function* everyProbeFor(valid: ParameterValue): Generator<ParameterProbe> {
  const { parameter, value } = valid;
  if (!parameter.required) yield given(valid);
  yield* exampleProbes(parameter, value);
  yield* contentProbes(parameter);
  yield* alternativeProbes(parameter);
  const { schema } = parameter;
  if (schema === undefined) return;
  const flat = flatFor(schema, value);
  if (isJsonArray(value)) yield* listProbes({ parameter, schema, flat, value });
  else if (isJsonObject(value)) yield* objectProbes({ parameter, schema, flat, value });
  else yield* scalarProbes({ parameter, schema, flat, value });
  yield* openSpellings(parameter, flat, value);
}

function given({ parameter, value }: ParameterValue): ParameterProbe {
  return {
    name: 'given',
    words: plainText(value),
    expectation: isAgreed(parameter, value) ? 'accept' : 'silent',
    value,
    open: isMadeUp(parameter) ? unusual : [],
  };
}

/** A text that only this kit thought of: the schema says nothing of what it means, or only an answer can give one. */
export function isMadeUp({ name, in: place, examples, schema }: Parameter): boolean {
  if (schema === undefined || examples.length > 0) return false;
  const flat = flatten(schema);
  if (place === 'query' && pageNames.test(name) && flat.types?.has('string') === true) return true;
  const says = [flat.enum, flat.const, flat.format, flat.pattern, flat.default].some(
    (keyword) => keyword !== undefined,
  );
  return flat.types?.has('string') === true && !says && flat.examples.length === 0;
}

/** The place of a page that an answer has named before: `cursor`, `page_token`, `startingAfter`. */
const pageNames =
  /^(?:(?:page|next)?[_-]?cursor|(?:next)?[_-]?(?:page|continuation)?[_-]?token|(?:starting|page)[_-]?after|ending[_-]?before)$/i;

/** What a probe sends. */
export function changedBy(parameter: Parameter, { value, written }: ParameterProbe): ParameterValue {
  return written === undefined ? { parameter, value } : { parameter, value, written };
}

const others: readonly Json[] = [null, 7, 'seven', [], {}];

/** A parameter that is a JSON document: one of another kind, and no document at all. */
function* contentProbes(parameter: Parameter): Generator<ParameterProbe> {
  const [media] = parameter.content;
  if (media?.schema === undefined || !isJsonType(media.range)) return;
  for (const value of others) {
    const text = stringifyJson(value);
    if (isValid(media.schema, value, 'request') || !canCarry(parameter, text)) continue;
    yield { name: `wrong ${text}`, words: `the JSON ${text}`, expectation: 'reject', value };
  }
  const written = parameter.in === 'query' ? { written: `${percentEncoded(parameter.name)}=%7B` } : undefined;
  if (written !== undefined) {
    yield { name: 'no json', words: 'no JSON: {', expectation: 'reject', value: '{', ...written };
  }
}

/** What the contract gives as examples of a parameter; `value` is one that is sent anyway. */
function* exampleProbes(parameter: Parameter, value: Json): Generator<ParameterProbe> {
  const [media] = parameter.content;
  const schema = parameter.schema ?? media?.schema;
  const declared = [...parameter.examples, ...(media?.examples ?? [])].map(
    (example) => [`example ${example.name}`, example.value] as const,
  );
  const ofSchema = (schema === undefined ? [] : flatFor(schema, value).examples).map(
    (example, index) => [`example of the schema ${index + 1}`, example] as const,
  );
  for (const [name, example] of [...declared, ...ofSchema]) {
    if (schema === undefined || !isValid(schema, example, 'request')) continue;
    yield validProbe(parameter, name, example);
  }
}

/** A value of each alternative. */
function* alternativeProbes(parameter: Parameter): Generator<ParameterProbe> {
  const { schema } = parameter;
  for (const [index, alternative] of (schema === undefined ? [] : alternativesOf(schema)).entries()) {
    const value = schema === undefined ? undefined : sampleWith(schema, [alternative]);
    if (value === undefined || !partsOf(value).every((part) => canCarry(parameter, plainText(part))))
      continue;
    yield { ...validProbe(parameter, `alternative ${index + 1}`, value), open: unusual };
  }
}

function validProbe(parameter: Parameter, name: string, value: Json): ParameterProbe {
  const expectation = isAgreed(parameter, value) ? 'accept' : 'silent';
  return { name, words: plainText(value), expectation, value };
}

function partsOf(value: Json): readonly Json[] {
  return isJsonArray(value) || isJsonObject(value) ? Object.values(value) : [value];
}

/** Ways to write a parameter of a query of which no document says what they mean. */
function* openSpellings(parameter: Parameter, flat: Schema, value: Json): Generator<ParameterProbe> {
  if (parameter.in !== 'query') return;
  const name = percentEncoded(parameter.name);
  yield silent('empty', 'empty', `${name}=`);
  yield silent('name alone', 'a name without a value', name);
  const isList = flat.types?.has('array') === true || flat.types?.has('object') === true;
  if (isList || parameter.content.length > 0) return;
  const once = expand(parameter, value);
  yield silent('twice', 'given twice', `${once}&${once}`);
  yield silent('with brackets', 'written as a list', once.replace(name, `${name}%5B%5D`));
  yield silent('bad percent-encoding', 'percent-encoded wrongly', `${name}=%E9%zz`);
  if (typeof value === 'number') {
    yield silent('point zero', 'a whole number written with point zero', `${name}=${value}.0`);
    yield silent('plus sign', 'a number with a plus sign', `${name}=%2B${value}`);
    yield silent('space before', 'a number with a space before', `${name}=%20${value}`);
  }
  if (typeof value === 'boolean') {
    for (const word of ['1', 'TRUE', 'yes'])
      yield silent(`the word ${word}`, `the word ${word}`, `${name}=${word}`);
  }
}

function silent(name: string, words: string, written: string): ParameterProbe {
  return { name, words, expectation: 'silent', value: null, written };
}
