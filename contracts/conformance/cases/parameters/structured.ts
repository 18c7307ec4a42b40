/** Values to send for parameters that are arrays or objects. */
import type { Json, JsonObject } from '../../../../spec/json/exact-json.ts';
import { flatten } from '../../../../spec/sampling/flatten.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import { isAgreed, plainText } from '../../../../spec/wire/parameter-styles.ts';
import { isValidText } from '../../request/parameters/parameters.ts';
import { arrayProbes } from '../limits/arrays.ts';
import { canCarry, type ParameterProbe, unusual } from './probe.ts';
import { type Scalar, wrongTexts } from './scalars.ts';

export interface List extends Omit<Scalar, 'value'> {
  readonly value: readonly Json[];
}

/** An array: its limits, one wrong item, and an item that holds what separates items. */
export function* listProbes(list: List): Generator<ParameterProbe> {
  yield* atLimits(list);
  yield* wrongItems(list);
  yield* separators(list);
}

function* atLimits({ parameter, schema, flat, value }: List): Generator<ParameterProbe> {
  for (const { keyword, words, value: items, side } of arrayProbes(flat, value)) {
    const valid = isValid(schema, items, 'request');
    // A list without items cannot be told from no list, and items without a type not from text.
    if (!Array.isArray(items) || items.length === 0 || valid !== (side === 'within')) continue;
    if (!items.every((item) => canCarry(parameter, plainText(item)))) continue;
    if ((keyword === 'uniqueItems' || keyword === 'items') && valid) continue;
    const expectation = isAgreed(parameter, items) ? (valid ? 'accept' : 'reject') : 'silent';
    // Words of an enum mean what they say.
    const isClosed = flat.items !== undefined && flatten(flat.items).enum !== undefined;
    const open = valid && !isClosed ? unusual : [];
    yield { name: `${keyword}/${words}`, words, expectation, value: items, open, keyword };
  }
}

function* wrongItems({ parameter, flat, value }: List): Generator<ParameterProbe> {
  const { items, maxItems = Infinity } = flat;
  if (items === undefined) return;
  const [first] = value;
  for (const text of [...wrongTexts(flatten(items)).slice(0, 2), 'none-of-these']) {
    if (isValidText(items, text)) continue;
    const list = first === undefined || maxItems < 2 ? [text] : [first, text];
    const expectation = isAgreed(parameter, list) ? 'reject' : 'silent';
    const words = `a list with the item ${text}`;
    yield { name: `wrong item ${text}`, words, expectation, value: list, keyword: 'items' };
  }
}

/** Percent-encoded, a separator is part of an item; who decodes before splitting takes one for two. */
function* separators({ parameter, schema }: List): Generator<ParameterProbe> {
  for (const [name, item] of [
    ['a comma', 'Green,box'],
    ['a space', 'Green box'],
    ['a bar', 'Green|box'],
    ['an ampersand', 'Green&box'],
  ] as const) {
    if (parameter.in === 'header' || !canCarry(parameter, item) || !isValid(schema, [item], 'request'))
      continue;
    const expectation = isAgreed(parameter, [item]) ? 'accept' : 'silent';
    yield {
      name: `item with ${name}`,
      words: `a list of one item with ${name}`,
      expectation,
      value: [item],
      open: unusual,
    };
  }
}

interface Members extends Omit<Scalar, 'value'> {
  readonly value: JsonObject;
}

/** An object: each required property left out, each property as what it cannot be, one property more. */
export function* objectProbes(members: Members): Generator<ParameterProbe> {
  const { parameter, schema, flat, value } = members;
  yield* oneMore(members);
  for (const [property, declared] of flat.properties) {
    if (!Object.hasOwn(value, property)) continue;
    const rest = Object.entries(value).filter(([name]) => name !== property);
    if (rest.length > 0) {
      const words = `an object without ${property}`;
      yield* unlessValid(members, `without ${property}`, words, Object.fromEntries(rest));
    }
    const [text] = wrongTexts(flatten(declared)).filter((one) => !isValidText(declared, one));
    if (text === undefined || isValid(schema, { ...value, [property]: text }, 'request')) continue;
    const changed = { ...value, [property]: text };
    const expectation = isAgreed(parameter, changed) ? 'reject' : 'silent';
    const words = `an object whose ${property} is ${text}`;
    yield { name: `wrong ${property} ${text}`, words, expectation, value: changed, keyword: 'properties' };
  }
}

/** Where each member has a name of its own in the query, one that is not declared need not be of this object. */
function* oneMore({ parameter, schema, flat, value }: Members): Generator<ParameterProbe> {
  const { style, explode, in: place } = parameter;
  const isSpread = explode && style === 'form' && (place === 'query' || place === 'cookie');
  const changed = { ...value, unknown: '1' };
  if (flat.properties.has('unknown') || isValid(schema, changed, 'request')) return;
  const keyword = flat.unevaluatedProperties === undefined ? 'additionalProperties' : 'unevaluatedProperties';
  const expectation = isSpread || !isAgreed(parameter, changed) ? 'silent' : 'reject';
  const words = 'an object with a property more that the contract does not allow';
  yield { name: 'unknown property', words, expectation, value: changed, keyword };
}

function* unlessValid(
  { parameter, schema }: Members,
  name: string,
  words: string,
  value: Json,
): Generator<ParameterProbe> {
  if (isValid(schema, value, 'request')) return;
  const expectation = isAgreed(parameter, value) ? 'reject' : 'silent';
  yield { name, words, expectation, value, keyword: 'required' };
}
