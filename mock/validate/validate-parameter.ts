/** Reads the declared parameters of a request (OpenAPI `style` and `explode`) and validates each against its schema. */
import { isNumeric, type Json, parseJson } from '../../spec/json/exact-json.ts';
import { isJsonType, type Parameter } from '../../spec/model/contract.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { additionalSchema, declaredProperties, declaredTypes, itemsSchema } from '../../spec/model/schema-view.ts';
import { isValid, validate } from '../../spec/validation/validate.ts';
import { type ContractViolation, toContractViolation, violationCode } from '../http/http-error.ts';
import { coerce, coercePart, withOriginalNumber } from './coerce.ts';
import {
  decodeValue,
  hasSeparateItems,
  nestedValue,
  type ParameterSources,
  rawValues,
  styleDelimiter,
  styleViolation,
} from './parameter-styles.ts';

export interface ValidatedParameter {
  /** `undefined` if it was not sent. */
  readonly value: Json | undefined;
  readonly violations: readonly ContractViolation[];
}

export function validateParameter(parameter: Parameter, sources: ParameterSources): ValidatedParameter {
  const unstyledViolation = styleViolation(parameter, sources);
  if (unstyledViolation !== undefined) return { value: undefined, violations: [unstyledViolation] };
  if (isAllowedEmpty(parameter, sources)) return { value: '', violations: [] };
  const readings = readParameter(parameter, sources);
  if (readings.length === 0) {
    const isMissing = parameter.required && !mayBeOmittedWhenEmpty(parameter);
    return { value: undefined, violations: isMissing ? [missingParameter(parameter)] : [] };
  }
  const [first = null] = readings;
  const schema = parameter.schema ?? parameter.content[0]?.schema;
  if (schema === undefined) return { value: first, violations: [] };
  const accepted = readings.find((reading) => isValid(schema, reading, 'request'));
  if (accepted !== undefined) return { value: accepted, violations: [] };
  const [numberText] = isNumeric(first) ? rawValues(parameter, sources) : [];
  return {
    value: first,
    violations: validate(schema, first, 'request').map((violation) =>
      toContractViolation(withOriginalNumber(violation, numberText), [parameter.in, parameter.name]),
    ),
  };
}

/** An empty object with exploded properties is not visible in a query. A schema that allows any value is no object. */
function mayBeOmittedWhenEmpty({ in: place, style, explode, schema }: Parameter): boolean {
  const isSpread = (place === 'query' && style === 'form' && explode) || style === 'deepObject';
  if (!isSpread || schema === undefined) return false;
  const isObject = declaredTypes(schema).has('object') || declaredProperties(schema).size > 0;
  return isObject && isValid(schema, {}, 'request');
}

/** `?verbose=` and `?verbose`, if the contract declares `allowEmptyValue`. */
function isAllowedEmpty(parameter: Parameter, sources: ParameterSources): boolean {
  if (parameter.allowsEmptyValue !== true) return false;
  const pieces = rawValues(parameter, sources);
  return pieces.length > 0 && pieces.every((piece) => piece === '');
}

/** `path.orderId`, `query.limit` */
export function parameterKey(parameter: Parameter): string {
  return `${parameter.in}.${parameter.name}`;
}

function missingParameter(parameter: Parameter): ContractViolation {
  return {
    rule: 'required',
    code: violationCode('required'),
    at: [parameter.in, parameter.name],
    message: `${parameterKey(parameter)}: expected a value (the ${parameter.in} parameter is required), got nothing`,
  };
}

/** The possible interpretations of the text, most likely first; none if the parameter is absent. */
export function readParameter(parameter: Parameter, sources: ParameterSources): readonly Json[] {
  if (parameter.content.length > 0) return readContent(parameter, sources);
  const { schema } = parameter;
  const pieces = rawValues(parameter, sources);
  const types: ReadonlySet<string> = schema === undefined ? new Set<string>() : declaredTypes(schema);
  const readings: Json[] = [];
  if (schema !== undefined && types.has('array')) readings.push(...readArray(parameter, pieces, schema));
  if (schema !== undefined && types.has('object')) readings.push(...readObject(parameter, pieces, schema, sources));
  const isComposite = types.size > 0 && [...types].every((type) => type === 'array' || type === 'object');
  return isComposite ? readings : [...readings, ...readScalar(parameter, pieces)];
}

/** A field that is sent twice becomes an array whatever the schema declares, because a scalar has only one value. */
function readScalar(parameter: Parameter, pieces: readonly string[]): readonly Json[] {
  const [first, ...rest] = pieces.map((piece) => decodeValue(parameter, piece));
  if (first === undefined) return [];
  return [rest.length === 0 ? coerce(first, parameter.schema) : [first, ...rest]];
}

function readArray(parameter: Parameter, pieces: readonly string[], schema: Schema): readonly Json[] {
  const [first] = pieces;
  if (first === undefined) return [];
  const parts = hasSeparateItems(parameter) ? pieces : first.split(styleDelimiter(parameter));
  const items = itemsSchema(schema);
  return [parts.map((part) => coercePart(decodeValue(parameter, part), items))];
}

function readObject(
  parameter: Parameter,
  pieces: readonly string[],
  schema: Schema,
  sources: ParameterSources,
): readonly Json[] {
  if (parameter.style === 'deepObject') return readDeepObject(parameter, schema, sources);
  const properties = declaredProperties(schema);
  const others = additionalSchema(schema);
  const allowsUndeclared = others === undefined ? properties.size === 0 : others.isSatisfiable;
  const belongsToObject = (name: string) =>
    properties.has(name) || (allowsUndeclared && !sources.reservedNames?.has(name));
  const pairs = objectPairs(parameter, pieces, belongsToObject, sources);
  if (pairs.length === 0) return [];
  return [
    Object.fromEntries(
      pairs.map(([name, raw]) => [name, coercePart(decodeValue(parameter, raw), properties.get(name) ?? others)]),
    ),
  ];
}

type Pair = readonly [name: string, rawValue: string];

function objectPairs(
  parameter: Parameter,
  pieces: readonly string[],
  belongsToObject: (name: string) => boolean,
  sources: ParameterSources,
): readonly Pair[] {
  if (parameter.explode && parameter.in === 'query') {
    return sources.query.filter((field) => belongsToObject(field.name)).map((field) => [field.name, field.rawValue]);
  }
  const parts = hasSeparateItems(parameter) ? pieces : (pieces[0]?.split(styleDelimiter(parameter)) ?? []);
  return parameter.explode ? parts.map((part) => parsePair(parameter, part)) : alternatingPairs(parameter, parts);
}

/** OpenAPI does not define deeper paths than `at[x]=1`; they are parsed as clients commonly write them. */
function readDeepObject(parameter: Parameter, schema: Schema, { query }: ParameterSources): readonly Json[] {
  const fields = query.map((field) => [field.name, decodeValue(parameter, field.rawValue)] as const);
  const value = nestedValue(parameter.name, fields, schema);
  return value === undefined ? [] : [value];
}

function parsePair(parameter: Parameter, part: string): Pair {
  const [name = '', ...value] = part.split('=');
  return [decodeValue(parameter, name), value.join('=')];
}

/** `role,admin,name,Lamp` */
function alternatingPairs(parameter: Parameter, parts: readonly string[]): readonly Pair[] {
  return parts.flatMap((part, index): Pair[] =>
    index % 2 === 0 ? [[decodeValue(parameter, part), parts[index + 1] ?? '']] : [],
  );
}

/** A parameter described by `content` contains a document of that media type. */
function readContent(parameter: Parameter, sources: ParameterSources): readonly Json[] {
  const [raw] = rawValues(parameter, sources);
  if (raw === undefined) return [];
  const text = decodeValue(parameter, raw);
  if (!isJsonType(parameter.content[0]?.range ?? '')) return [text];
  const parsed = parseJson(text);
  return [parsed.ok ? parsed.value : text];
}

/** By exact name; the first cookie of a name wins (RFC 6265). */
export function parseCookies(header: string | undefined): ReadonlyMap<string, string> {
  if (header === undefined) return noCookies;
  const cookies = new Map<string, string>();
  for (const pair of header.split(';')) {
    const [name = '', ...value] = pair.split('=');
    const key = name.trim();
    if (key !== '' && value.length > 0 && !cookies.has(key)) cookies.set(key, unquote(value.join('=').trim()));
  }
  return cookies;
}

const noCookies: ReadonlyMap<string, string> = new Map();

function unquote(text: string): string {
  return /^".*"$/.test(text) ? text.slice(1, -1) : text;
}
