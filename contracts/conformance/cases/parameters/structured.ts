/** Test values of parameters that are arrays or objects. */
import type { Json, JsonObject } from '../../../../spec/json/exact-json.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import { isUnambiguous, plainText } from '../../../../spec/wire/parameter-styles.ts';
import { isValidText } from '../../request/parameters/serialize-parameters.ts';
import { arrayProbes } from '../boundary-values/arrays.ts';
import { describeProbe } from '../boundary-values/probe.ts';
import { type MemberProbe, memberProbes } from './members.ts';
import { canBeSentIn, type ParameterProbe, toleratesUnusualValue } from './probe.ts';
import { type ScalarParameter, wrongTexts } from './scalars.ts';

export interface ListParameter extends Omit<ScalarParameter, 'value'> {
  readonly value: readonly Json[];
}

/** An array: bounds, an invalid item, and an item that contains a separator. */
export function* listProbes(list: ListParameter): Generator<ParameterProbe> {
  yield* listLimitProbes(list);
  yield* wrongItemProbes(list);
  yield* itemLimitProbes(list);
  yield* separatorProbes(list);
}

function* listLimitProbes({ parameter, schema, flat, value }: ListParameter): Generator<ParameterProbe> {
  for (const probe of arrayProbes(flat, value)) {
    const { keyword, name, value: items, side } = probe;
    const valid = isValid(schema, items, 'request');
    // An empty array looks like a missing one, and items without a type look like strings.
    if (!Array.isArray(items) || items.length === 0 || valid !== (side === 'within')) continue;
    if (!items.every((item) => canBeSentIn(parameter, plainText(item)))) continue;
    if ((keyword === 'uniqueItems' || keyword === 'items') && valid) continue;
    const expectation = isUnambiguous(parameter, items) ? (valid ? 'accept' : 'reject') : 'unspecified';
    // The meaning of enum values is known.
    const isClosed = flat.items !== undefined && flattenSchema(flat.items).enum !== undefined;
    const tolerated = valid && !isClosed ? toleratesUnusualValue : [];
    yield {
      name: `${keyword}/${name}`,
      description: describeProbe(probe),
      expectation,
      value: items,
      tolerated,
      keyword,
    };
  }
}

function* wrongItemProbes({ parameter, flat, value }: ListParameter): Generator<ParameterProbe> {
  const { items, maxItems = Infinity } = flat;
  if (items === undefined) return;
  const [first] = value;
  for (const text of [...wrongTexts(flattenSchema(items)).slice(0, 2), 'none-of-these']) {
    if (isValidText(items, text)) continue;
    const list = first === undefined || maxItems < 2 ? [text] : [first, text];
    const expectation = isUnambiguous(parameter, list) ? 'reject' : 'unspecified';
    const description = `an array with the item ${text}`;
    yield { name: `wrong item ${text}`, description, expectation, value: list, keyword: 'items' };
  }
}

/** The bounds of the items, in the last one: some implementations check the first alone. */
function* itemLimitProbes({ parameter, flat, value }: ListParameter): Generator<ParameterProbe> {
  const { items, maxItems = Infinity } = flat;
  const [first] = value;
  if (items === undefined || first === undefined) return;
  for (const probe of memberProbes(parameter, items, first)) {
    const list = maxItems < 2 || probe.isValid ? [probe.value] : [first, probe.value];
    if (!isUnambiguous(parameter, list)) continue;
    yield partProbe(`item ${probe.name}`, `an array whose last item is ${probe.description}`, list, probe);
  }
}

/** A percent-encoded separator is part of the item; decoding before splitting yields two items. */
function* separatorProbes({ parameter, schema }: ListParameter): Generator<ParameterProbe> {
  for (const [name, item] of [
    ['a comma', 'Green,box'],
    ['a space', 'Green box'],
    ['a bar', 'Green|box'],
    ['an ampersand', 'Green&box'],
  ] as const) {
    if (parameter.in === 'header' || !canBeSentIn(parameter, item) || !isValid(schema, [item], 'request')) continue;
    const expectation = isUnambiguous(parameter, [item]) ? 'accept' : 'unspecified';
    yield {
      name: `item with ${name}`,
      description: `an array of one item with ${name}`,
      expectation,
      value: [item],
      tolerated: toleratesUnusualValue,
    };
  }
}

interface ObjectParameter extends Omit<ScalarParameter, 'value'> {
  readonly value: JsonObject;
}

/** An object: each required property missing, each property of a wrong type, an additional property. */
export function* objectProbes(members: ObjectParameter): Generator<ParameterProbe> {
  const { parameter, schema, flat, value } = members;
  yield* extraPropertyProbe(members);
  for (const [property, declared] of flat.properties) {
    if (!Object.hasOwn(value, property)) continue;
    const rest = Object.entries(value).filter(([name]) => name !== property);
    if (rest.length > 0) {
      const description = `an object without ${property}`;
      yield* invalidObjectProbe(members, `without ${property}`, description, Object.fromEntries(rest));
    }
    const [text] = wrongTexts(flattenSchema(declared)).filter((one) => !isValidText(declared, one));
    if (text === undefined || isValid(schema, { ...value, [property]: text }, 'request')) continue;
    const changed = { ...value, [property]: text };
    const expectation = isUnambiguous(parameter, changed) ? 'reject' : 'unspecified';
    const description = `an object whose ${property} is ${text}`;
    yield {
      name: `wrong ${property} ${text}`,
      description,
      expectation,
      value: changed,
      keyword: 'properties',
    };
    yield* memberLimitProbes(members, property, declared);
  }
}

/** The bounds of a property; a valid value without optional ones, which it may have to be above or below. */
function* memberLimitProbes(
  { parameter, schema, flat, value }: ObjectParameter,
  property: string,
  declared: Schema,
): Generator<ParameterProbe> {
  for (const probe of memberProbes(parameter, declared, value[property] ?? null)) {
    const others = Object.entries(value).filter(([name]) => !probe.isValid || flat.required.has(name));
    const changed = { ...Object.fromEntries(others), [property]: probe.value };
    if (!isUnambiguous(parameter, changed) || isValid(schema, changed, 'request') !== probe.isValid) continue;
    yield partProbe(`${property} ${probe.name}`, `an object whose ${property} is ${probe.description}`, changed, probe);
  }
}

function partProbe(name: string, description: string, value: Json, { isValid, keyword }: MemberProbe): ParameterProbe {
  const tolerated = isValid ? toleratesUnusualValue : [];
  return { name, description, expectation: isValid ? 'accept' : 'reject', value, tolerated, keyword };
}

/** Where each member is a separate query parameter, an undeclared one need not belong to this object. */
function* extraPropertyProbe({ parameter, schema, flat, value }: ObjectParameter): Generator<ParameterProbe> {
  const { style, explode, in: location } = parameter;
  const isSpread = explode && style === 'form' && (location === 'query' || location === 'cookie');
  const changed = { ...value, unknown: '1' };
  if (flat.properties.has('unknown') || isValid(schema, changed, 'request')) return;
  const keyword = flat.unevaluatedProperties === undefined ? 'additionalProperties' : 'unevaluatedProperties';
  const expectation = isSpread || !isUnambiguous(parameter, changed) ? 'unspecified' : 'reject';
  const description = 'an object with an extra property that the contract does not allow';
  yield { name: 'unknown property', description, expectation, value: changed, keyword };
}

function* invalidObjectProbe(
  { parameter, schema }: ObjectParameter,
  name: string,
  description: string,
  value: Json,
): Generator<ParameterProbe> {
  if (isValid(schema, value, 'request')) return;
  const expectation = isUnambiguous(parameter, value) ? 'reject' : 'unspecified';
  yield { name, description, expectation, value, keyword: 'required' };
}
