/** Reads the declared parameters of a request (OpenAPI `style` and `explode`) and judges each by its schema. */
import { isNumeric, type Json, parseJson } from '../../spec/json/exact-json.ts';
import { isJsonType, type Parameter } from '../../spec/model/contract.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { itemsOf, propertiesOf, typesOf, valuesOf } from '../../spec/model/schema-view.ts';
import { isValid, validate } from '../../spec/validation/validate.ts';
import { codeOf, type Fault, faultOf } from '../http/refusals.ts';
import { coerce, withSpelling } from './coerce.ts';
import {
  deepValue,
  delimiterOf,
  isRepeated,
  type ParameterSources,
  plain,
  rawPieces,
  styleFault,
} from './styles.ts';

export interface JudgedParameter {
  /** `undefined` where it was not sent. */
  readonly value: Json | undefined;
  readonly faults: readonly Fault[];
}

export function judgeParameter(parameter: Parameter, sources: ParameterSources): JudgedParameter {
  const unstyled = styleFault(parameter, sources);
  if (unstyled !== undefined) return { value: undefined, faults: [unstyled] };
  if (isEmptyAndMayBe(parameter, sources)) return { value: '', faults: [] };
  const readings = readParameter(parameter, sources);
  if (readings.length === 0) {
    const isMissing = parameter.required && !mayBeWrittenAsNothing(parameter);
    return { value: undefined, faults: isMissing ? [missing(parameter)] : [] };
  }
  const [first = null] = readings;
  const schema = parameter.schema ?? parameter.content[0]?.schema;
  if (schema === undefined) return { value: first, faults: [] };
  const accepted = readings.find((reading) => isValid(schema, reading, 'request'));
  if (accepted !== undefined) return { value: accepted, faults: [] };
  const [spelling] = isNumeric(first) ? rawPieces(parameter, sources) : [];
  return {
    value: first,
    faults: validate(schema, first, 'request').map((violation) =>
      faultOf(withSpelling(violation, spelling), [parameter.in, parameter.name]),
    ),
  };
}

/** An object without members leaves nothing in a query where each would have a field of its own. */
function mayBeWrittenAsNothing({ in: place, style, explode, schema }: Parameter): boolean {
  const isSpread = (place === 'query' && style === 'form' && explode) || style === 'deepObject';
  return isSpread && schema !== undefined && isValid(schema, {}, 'request');
}

/** `?verbose=` and `?verbose`, where the contract says `allowEmptyValue`. */
function isEmptyAndMayBe(parameter: Parameter, sources: ParameterSources): boolean {
  if (parameter.allowsEmpty !== true) return false;
  const pieces = rawPieces(parameter, sources);
  return pieces.length > 0 && pieces.every((piece) => piece === '');
}

/** `path.orderId`, `query.limit` */
export function parameterKey(parameter: Parameter): string {
  return `${parameter.in}.${parameter.name}`;
}

function missing(parameter: Parameter): Fault {
  return {
    rule: 'required',
    code: codeOf('required'),
    at: [parameter.in, parameter.name],
    message: `${parameterKey(parameter)}: expected a value (the ${parameter.in} parameter is required), got nothing`,
  };
}

/** The values that the text can mean, most likely first; none when the parameter is absent. */
export function readParameter(parameter: Parameter, sources: ParameterSources): readonly Json[] {
  if (parameter.content.length > 0) return readContent(parameter, sources);
  const { schema } = parameter;
  const pieces = rawPieces(parameter, sources);
  const types: ReadonlySet<string> = schema === undefined ? new Set<string>() : typesOf(schema);
  const readings: Json[] = [];
  if (schema !== undefined && types.has('array')) readings.push(...asArray(parameter, pieces, schema));
  if (schema !== undefined && types.has('object'))
    readings.push(...asObject(parameter, pieces, schema, sources));
  const isComposite = types.size > 0 && [...types].every((type) => type === 'array' || type === 'object');
  return isComposite ? readings : [...readings, ...asScalar(parameter, pieces)];
}

/** A field sent twice is an array whatever the schema says: no scalar has two values. */
function asScalar(parameter: Parameter, pieces: readonly string[]): readonly Json[] {
  const [first, ...rest] = pieces.map((piece) => plain(parameter, piece));
  if (first === undefined) return [];
  return [rest.length === 0 ? coerce(first, parameter.schema) : [first, ...rest]];
}

function asArray(parameter: Parameter, pieces: readonly string[], schema: Schema): readonly Json[] {
  const [first] = pieces;
  if (first === undefined) return [];
  const parts = isRepeated(parameter) ? pieces : first.split(delimiterOf(parameter));
  const items = itemsOf(schema);
  return [parts.map((part) => coerce(plain(parameter, part), items))];
}

function asObject(
  parameter: Parameter,
  pieces: readonly string[],
  schema: Schema,
  sources: ParameterSources,
): readonly Json[] {
  if (parameter.style === 'deepObject') return asDeepObject(parameter, schema, sources);
  const properties = propertiesOf(schema);
  const others = valuesOf(schema);
  const isOpen = others === undefined ? properties.size === 0 : others.possible;
  const isOwn = (name: string) => properties.has(name) || (isOpen && !sources.taken?.has(name));
  const pairs = objectPairs(parameter, pieces, isOwn, sources);
  if (pairs.length === 0) return [];
  return [
    Object.fromEntries(
      pairs.map(([name, raw]) => [name, coerce(plain(parameter, raw), properties.get(name) ?? others)]),
    ),
  ];
}

type Pair = readonly [name: string, rawValue: string];

function objectPairs(
  parameter: Parameter,
  pieces: readonly string[],
  isOwn: (name: string) => boolean,
  sources: ParameterSources,
): readonly Pair[] {
  if (parameter.explode && parameter.in === 'query') {
    return sources.query.filter((field) => isOwn(field.name)).map((field) => [field.name, field.rawValue]);
  }
  const parts = isRepeated(parameter) ? pieces : (pieces[0]?.split(delimiterOf(parameter)) ?? []);
  return parameter.explode ? parts.map((part) => pairOf(parameter, part)) : alternate(parameter, parts);
}

/** Deeper ones than `at[x]=1` are nowhere defined; they are read as clients write them. */
function asDeepObject(parameter: Parameter, schema: Schema, { query }: ParameterSources): readonly Json[] {
  const fields = query.map((field) => [field.name, plain(parameter, field.rawValue)] as const);
  const value = deepValue(parameter.name, fields, schema);
  return value === undefined ? [] : [value];
}

function pairOf(parameter: Parameter, part: string): Pair {
  const [name = '', ...value] = part.split('=');
  return [plain(parameter, name), value.join('=')];
}

/** `role,admin,name,Lamp` */
function alternate(parameter: Parameter, parts: readonly string[]): readonly Pair[] {
  return parts.flatMap((part, index): Pair[] =>
    index % 2 === 0 ? [[plain(parameter, part), parts[index + 1] ?? '']] : [],
  );
}

/** A parameter described by `content` holds a document of that media type. */
function readContent(parameter: Parameter, sources: ParameterSources): readonly Json[] {
  const [raw] = rawPieces(parameter, sources);
  if (raw === undefined) return [];
  const text = plain(parameter, raw);
  if (!isJsonType(parameter.content[0]?.range ?? '')) return [text];
  const parsed = parseJson(text);
  return [parsed.ok ? parsed.value : text];
}

/** By exact name; the first of a name counts (RFC 6265). */
export function parseCookies(header: string | undefined): ReadonlyMap<string, string> {
  if (header === undefined) return noCookies;
  const cookies = new Map<string, string>();
  for (const pair of header.split(';')) {
    const [name = '', ...value] = pair.split('=');
    const key = name.trim();
    if (key !== '' && value.length > 0 && !cookies.has(key))
      cookies.set(key, unquote(value.join('=').trim()));
  }
  return cookies;
}

const noCookies: ReadonlyMap<string, string> = new Map();

function unquote(text: string): string {
  return /^".*"$/.test(text) ? text.slice(1, -1) : text;
}
