/** Generates the test values of a parameter. */

import { percentEncode } from '../../../../sanitize.ts';
import { isJsonArray, isJsonObject, type Json } from '../../../../spec/json/exact-json.ts';
import type { Parameter } from '../../../../spec/model/contract.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { isPageOrOffset } from '../../../../spec/resources/list-parameters.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import { isUnambiguous, plainText, serializeParameter } from '../../../../spec/wire/parameter-styles.ts';
import type { ToleratedResponse } from '../../model/request-spec.ts';
import { type ParameterValue, parameterToText } from '../../request/parameters/serialize-parameters.ts';
import { sampleWithSchemas } from '../../request/values/alternative-values.ts';
import { flattenSchemaFor } from '../../request/values/value-locations.ts';
import { schemaAlternatives } from '../shared/mutation-points.ts';
import { contentProbes } from './documents.ts';
import {
  canBeSentIn,
  type ParameterProbe,
  toleratesMadeUpPosition,
  toleratesPageBeyondEnd,
  toleratesUnusualValue,
} from './probe.ts';
import { scalarProbes } from './scalars.ts';
import { listProbes, objectProbes } from './structured.ts';

/** Each serialization once, except that of the valid request. */
export function* parameterProbes(valid: ParameterValue): Generator<ParameterProbe> {
  const { parameter } = valid;
  const sent = new Set(parameter.required ? [parameterToText(valid)] : []);
  for (const probe of allProbes(valid)) {
    const text = parameterToText(probeValue(parameter, probe));
    if (sent.has(text) || text.length > MAX_LENGTH[parameter.in]) continue;
    sent.add(text);
    yield probe.expectation === 'accept' ? { ...probe, tolerated: toleratedFor(parameter, probe) } : probe;
  }
}

function toleratedFor(parameter: Parameter, { tolerated = [] }: ParameterProbe): readonly ToleratedResponse[] {
  if (isPagePosition(parameter)) return toleratesMadeUpPosition;
  return isPageNumber(parameter) ? [...tolerated, ...toleratesPageBeyondEnd] : tolerated;
}

/**
 * In bytes, serialized with the name: longer values may exceed limits that HTTP leaves to servers (RFC 9110, section
 * 4.1).
 */
const MAX_LENGTH = { path: 2_000, query: 2_000, header: 1_000, cookie: 1_000 } as const;

function* allProbes(valid: ParameterValue): Generator<ParameterProbe> {
  const { parameter, value } = valid;
  if (!parameter.required) yield presentProbe(valid);
  yield* exampleProbes(parameter, value);
  yield* contentProbes(parameter);
  yield* alternativeProbes(parameter);
  const { schema } = parameter;
  if (schema === undefined) return;
  const flat = flattenSchemaFor(schema, value);
  if (isJsonArray(value)) yield* listProbes({ parameter, schema, flat, value });
  else if (isJsonObject(value)) yield* objectProbes({ parameter, schema, flat, value });
  else yield* scalarProbes({ parameter, schema, flat, value });
  yield* unspecifiedSpellings(parameter, flat, value);
}

function presentProbe({ parameter, value }: ParameterValue): ParameterProbe {
  return {
    name: 'given',
    description: plainText(value),
    expectation: isUnambiguous(parameter, value) ? 'accept' : 'unspecified',
    value,
    tolerated: isArbitraryText(parameter) ? toleratesUnusualValue : [],
  };
}

/** A made-up text whose meaning the schema does not define, or that only a previous response can supply. */
export function isArbitraryText(parameter: Parameter): boolean {
  const { examples, schema } = parameter;
  if (schema === undefined || examples.length > 0) return false;
  if (isPagePosition(parameter)) return true;
  const flat = flattenSchema(schema);
  const isConstrained = [flat.enum, flat.const, flat.format, flat.pattern, flat.default].some(
    (keyword) => keyword !== undefined,
  );
  return flat.types?.has('string') === true && !isConstrained && flat.examples.length === 0;
}

/** A position in a list that comes from a previous response: `cursor`, `page_token`, `page[after]`. */
export function isPagePosition({ name, in: location, schema }: Parameter): boolean {
  if (location !== 'query' || schema === undefined || !pagePositionNames.test(name.replaceAll(/[^a-z]/gi, '')))
    return false;
  const { types, format, enum: allowed } = flattenSchema(schema);
  return types?.has('string') === true && format !== 'date' && format !== 'date-time' && allowed === undefined;
}

/** Any page but the first may be beyond the end of the list. */
export function isPageNumber({ name, in: location, schema }: Parameter): boolean {
  const types = schema === undefined ? undefined : flattenSchema(schema).types;
  return location === 'query' && types?.has('integer') === true && isPageOrOffset(name);
}

const pagePositionNames =
  /^(?:(?:page|next|start|end)?cursor|(?:next)?(?:page|continuation)?token|(?:starting|page)?after|(?:ending|page)?before|(?:next)?marker|bookmark|scrollid|continuation)$/i;

/** The parameter with the value of the probe. */
export function probeValue(parameter: Parameter, { value, serialized }: ParameterProbe): ParameterValue {
  return serialized === undefined ? { parameter, value } : { parameter, value, serialized };
}

/** The examples that the contract gives for a parameter. */
function* exampleProbes(parameter: Parameter, value: Json): Generator<ParameterProbe> {
  const [media] = parameter.content;
  const schema = parameter.schema ?? media?.schema;
  const declared = [...parameter.examples, ...(media?.examples ?? [])].map(
    (example) => [`example ${example.name}`, example.value] as const,
  );
  const ofSchema = (schema === undefined ? [] : flattenSchemaFor(schema, value).examples).map(
    (example, index) => [`example of the schema ${index + 1}`, example] as const,
  );
  for (const [name, example] of [...declared, ...ofSchema]) {
    if (schema === undefined || !isValid(schema, example, 'request')) continue;
    yield validProbe(parameter, name, example);
  }
}

/** A value for each alternative of the schema. */
function* alternativeProbes(parameter: Parameter): Generator<ParameterProbe> {
  const { schema } = parameter;
  for (const [index, alternative] of (schema === undefined ? [] : schemaAlternatives(schema)).entries()) {
    const value = schema === undefined ? undefined : sampleWithSchemas(schema, [alternative]);
    if (value === undefined || !partsOfValue(value).every((part) => canBeSentIn(parameter, plainText(part)))) continue;
    yield { ...validProbe(parameter, `alternative ${index + 1}`, value), tolerated: toleratesUnusualValue };
  }
}

function validProbe(parameter: Parameter, name: string, value: Json): ParameterProbe {
  const expectation = isUnambiguous(parameter, value) ? 'accept' : 'unspecified';
  return { name, description: plainText(value), expectation, value };
}

function partsOfValue(value: Json): readonly Json[] {
  return isJsonArray(value) || isJsonObject(value) ? Object.values(value) : [value];
}

/** Spellings of a path or query parameter whose meaning no standard defines. */
function* unspecifiedSpellings(parameter: Parameter, flat: Schema, value: Json): Generator<ParameterProbe> {
  if (parameter.in === 'path' && parameter.style === 'simple')
    yield unspecifiedProbe('bad percent-encoding', 'invalid percent-encoding', '%E9%zz');
  if (parameter.in !== 'query') return;
  const name = percentEncode(parameter.name);
  yield unspecifiedProbe('empty', 'empty', `${name}=`);
  yield unspecifiedProbe('name alone', 'a name without a value', name);
  const isList = flat.types?.has('array') === true || flat.types?.has('object') === true;
  if (isList || parameter.content.length > 0) return;
  const once = serializeParameter(parameter, value);
  yield unspecifiedProbe('twice', 'sent twice', `${once}&${once}`);
  yield unspecifiedProbe('with brackets', 'written with array brackets', once.replace(name, `${name}%5B%5D`));
  yield unspecifiedProbe('bad percent-encoding', 'invalid percent-encoding', `${name}=%E9%zz`);
  if (typeof value === 'number') {
    yield unspecifiedProbe('point zero', 'an integer written with a decimal point and zero', `${name}=${value}.0`);
    yield unspecifiedProbe('plus sign', 'a number with a plus sign', `${name}=%2B${value}`);
    yield unspecifiedProbe('space before', 'a number with a leading space', `${name}=%20${value}`);
  }
  if (typeof value === 'boolean') {
    for (const word of ['1', 'TRUE', 'yes'])
      yield unspecifiedProbe(`the word ${word}`, `the word ${word}`, `${name}=${word}`);
  }
}

function unspecifiedProbe(name: string, description: string, serialized: string): ParameterProbe {
  return { name, description, expectation: 'unspecified', value: null, serialized };
}
