/** Serializes parameters by style and explode (OpenAPI, "Style Values"). */
import { isJsonObject, type Json, parseJson, stringifyJson } from '../../../../spec/json/exact-json.ts';
import type { Operation, Parameter } from '../../../../spec/model/contract.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import { sampleValue } from '../../../../spec/sampling/sample-value.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import { serializeParameter } from '../../../../spec/wire/parameter-styles.ts';
import type { HeaderLine } from '../../../http/headers.ts';
import type { FreshValues } from '../../model/request-spec.ts';
import { distinctValue, LARGE_SPACE, valueSpace } from '../values/value-space.ts';

export interface ParameterValue {
  readonly parameter: Parameter;
  readonly value: Json;
  /** The exact text in the request, where the style does not determine it: for a query the whole `name=value`. */
  readonly serialized?: string;
  /** Chosen by the case: sent unchanged, also where it equals the generated value, for which a fresh one is sent. */
  readonly isChosen?: true;
}

export interface SerializedParameters {
  /** The path with its template filled in, and the query. */
  readonly path: string;
  readonly headers: readonly HeaderLine[];
}

/** Valid values of the parameters that are required or supplied, from their examples if there are any. */
export function requiredValues(operation: Operation): readonly ParameterValue[] {
  return operation.parameters.filter(({ required, isSupplied }) => required || isSupplied === true).map(validValue);
}

export function validValue(parameter: Parameter): ParameterValue {
  const schema = parameter.schema ?? parameter.content[0]?.schema;
  const example = parameter.examples.find(({ value }) => schema === undefined || isValid(schema, value, 'request'));
  const sampled = schema === undefined ? undefined : sampleValue(schema, 'request');
  const value =
    example?.value ??
    matchAnyVersion(parameter) ??
    notEmptyInPath(parameter, sampled) ??
    ensureMember(parameter, sampled) ??
    'sample';
  return { parameter, value };
}

/** Whether the value is valid: of contradicting keywords, or of a pattern that cannot be generated, none is known. */
export function isKnownToBeValid({ parameter, value }: ParameterValue): boolean {
  const schema = parameter.schema ?? parameter.content[0]?.schema;
  return schema === undefined || isValid(schema, value, 'request');
}

/** `If-Match: *` matches every existing version (RFC 9110, section 13.1.1); made-up versions never match. */
function matchAnyVersion({ in: location, name, schema }: Parameter): Json | undefined {
  if (location !== 'header' || name.toLowerCase() !== 'if-match') return undefined;
  return schema === undefined || isValid(schema, '*', 'request') ? '*' : undefined;
}

/** An empty segment is another path, even where the schema lists the empty text. */
function notEmptyInPath({ in: location, schema }: Parameter, sampled: Json | undefined): Json | undefined {
  if (location !== 'path' || sampled !== '' || schema === undefined) return undefined;
  return flattenSchema(schema).enum?.find((value) => value !== '');
}

/** An exploded object without members would be serialized as nothing. */
function ensureMember(parameter: Parameter, sampled: Json | undefined): Json | undefined {
  const { schema } = parameter;
  if (schema === undefined || !isJsonObject(sampled) || Object.keys(sampled).length > 0) return sampled;
  if (parameter.in !== 'query' || parameterToText({ parameter, value: sampled }) !== '') return sampled;
  const { additionalProperties } = flattenSchema(schema);
  const member = additionalProperties === undefined ? 'sample' : sampleValue(additionalProperties, 'request');
  const candidates = [
    sampleValue(schema, 'request', { optional: 'all' }),
    ...(member === undefined ? [] : [{ sample: member }]),
  ];
  const found = candidates.find(
    (value) => isJsonObject(value) && Object.keys(value).length > 0 && isValid(schema, value, 'request'),
  );
  return found ?? sampled;
}

export function serializeParameters(operation: Operation, values: readonly ParameterValue[]): SerializedParameters {
  const valuesIn = (location: Parameter['in']) => values.filter(({ parameter }) => parameter.in === location);
  const path = valuesIn('path').reduce(
    (template, parameterValue) =>
      template.replaceAll(`{${encodeTemplateLiteral(parameterValue.parameter.name)}}`, () =>
        parameterToText(parameterValue),
      ),
    encodeTemplateLiteral(operation.path),
  );
  const query = valuesIn('query').map(parameterToText).filter(isNotEmpty);
  const cookies = valuesIn('cookie').map(parameterToText).filter(isNotEmpty);
  const headers = valuesIn('header').map(
    (parameterValue): HeaderLine => [parameterValue.parameter.name, parameterToText(parameterValue)],
  );
  return {
    path: query.length === 0 ? path : `${path}?${query.join('&')}`,
    headers: cookies.length === 0 ? headers : [...headers, ['Cookie', cookies.join('; ')]],
  };
}

/** A path template as it is written in a request: percent-encodes invalid characters and keeps existing escapes. */
function encodeTemplateLiteral(template: string): string {
  return template.toWellFormed().replaceAll(/%(?![\da-f]{2})|[^\w\-.~:/?#[\]@!$&'()*+,;=%{}]+/gi, encodeURIComponent);
}

/** The text of the parameter in the request; in queries and cookies with its name. */
export function parameterToText({ parameter, value, serialized }: ParameterValue): string {
  if (serialized !== undefined) return serialized;
  return serializeParameter(parameter, parameter.content.length > 0 ? stringifyJson(value) : value);
}

/** Empty lists add nothing to a query. */
function isNotEmpty(text: string): boolean {
  return text !== '';
}

/** Parameters are text: a text is invalid only if none of its interpretations is a valid value. */
export function isValidText(schema: Schema, text: string): boolean {
  const parsed = parseJson(text);
  const isScalar = parsed.ok && (typeof parsed.value !== 'object' || parsed.value === null);
  const interpretations = isScalar ? [text, parsed.value] : [text];
  return interpretations.some((interpretation) => isValid(schema, interpretation, 'request'));
}

/** A name that no record has; undefined where the schema allows so few names that records may have each of them. */
export function createUnusedName(parameterValue: ParameterValue, fresh: FreshValues): Json | undefined {
  const { schema } = parameterValue.parameter;
  const name = nameInShape(parameterValue.parameter, fresh, LARGE_SPACE) ?? commonName(parameterValue, fresh);
  if (schema === undefined || typeof name === 'string') return name;
  const { value } = validValue(parameterValue.parameter);
  if ((valueSpace(value, schema)?.size ?? 0) < LARGE_SPACE) return undefined;
  return name ?? distinctValue(value, schema, fresh);
}

/** A name that this run has given to no record; undefined where the schema allows no more. */
export function createNewName(parameterValue: ParameterValue, fresh: FreshValues): Json | undefined {
  const { schema } = parameterValue.parameter;
  const name = nameInShape(parameterValue.parameter, fresh) ?? commonName(parameterValue, fresh);
  if (name !== undefined || schema === undefined) return name;
  return distinctValue(validValue(parameterValue.parameter).value, schema, fresh);
}

/** In the shape of the contract's example; undefined without a text as an example, and where there are fewer such names. */
function nameInShape({ examples, schema }: Parameter, fresh: FreshValues, minSize = 0): Json | undefined {
  if (schema === undefined) return undefined;
  const values = [...examples.map(({ value }) => value), ...flattenSchema(schema).examples];
  const example = values.find((value) => typeof value === 'string' && isValid(schema, value, 'request'));
  if (example === undefined || (valueSpace(example, schema)?.size ?? 0) < minSize) return undefined;
  return distinctValue(example, schema, fresh);
}

function commonName({ parameter: { schema } }: ParameterValue, fresh: FreshValues): Json | undefined {
  const [number, uuid, word] = [fresh.number(), fresh.uuid(), fresh.word()];
  // Some patterns require a leading letter.
  const names: readonly Json[] = [number, uuid, word, `n${word}`];
  return names.find((value) => schema === undefined || isValid(schema, value, 'request'));
}
