/** Reads the declared parameters of a request (OpenAPI `style` and `explode`) and judges each by its schema. */
import { isJsonType, type Parameter } from '../../spec/contract.ts';
import { isNumeric, type Json, parseJson } from '../../spec/exact-json.ts';
import type { Schema } from '../../spec/schema.ts';
import { itemsOf, propertiesOf, typesOf } from '../../spec/schema-view.ts';
import { isValid, validate } from '../../spec/validate.ts';
import { codeOf, type Fault, faultOf } from '../refusals.ts';
import { coerce } from './coerce.ts';
import { withSpelling } from './source-number.ts';
import { delimiterOf, isRepeated, type ParameterSources, plain, rawPieces, styleFault } from './styles.ts';
import type { QueryField } from './target.ts';

export interface JudgedParameter {
  /** `undefined` where it was not sent. */
  readonly value: Json | undefined;
  readonly faults: readonly Fault[];
}

export function judgeParameter(parameter: Parameter, sources: ParameterSources): JudgedParameter {
  const unstyled = styleFault(parameter, sources);
  if (unstyled !== undefined) return { value: undefined, faults: [unstyled] };
  const readings = readParameter(parameter, sources);
  if (readings.length === 0)
    return { value: undefined, faults: parameter.required ? [missing(parameter)] : [] };
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

/** `path.plantId`, `query.limit` */
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
function readParameter(parameter: Parameter, sources: ParameterSources): readonly Json[] {
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
  const properties = propertiesOf(schema);
  const pairs = objectPairs(parameter, pieces, [...properties.keys()], sources);
  if (pairs.length === 0) return [];
  return [
    Object.fromEntries(
      pairs.map(([name, raw]) => [name, coerce(plain(parameter, raw), properties.get(name))]),
    ),
  ];
}

type Pair = readonly [name: string, rawValue: string];

function objectPairs(
  parameter: Parameter,
  pieces: readonly string[],
  names: readonly string[],
  sources: ParameterSources,
): readonly Pair[] {
  if (parameter.style === 'deepObject') return deepPairs(parameter.name, sources.query);
  if (parameter.explode && parameter.in === 'query') {
    return sources.query
      .filter((field) => names.includes(field.name))
      .map((field) => [field.name, field.rawValue]);
  }
  const parts = isRepeated(parameter) ? pieces : (pieces[0]?.split(delimiterOf(parameter)) ?? []);
  return parameter.explode ? parts.map((part) => pairOf(parameter, part)) : alternate(parameter, parts);
}

function deepPairs(name: string, query: readonly QueryField[]): readonly Pair[] {
  return query
    .filter((field) => field.name.startsWith(`${name}[`) && field.name.endsWith(']'))
    .map((field) => [field.name.slice(name.length + 1, -1), field.rawValue]);
}

function pairOf(parameter: Parameter, part: string): Pair {
  const [name = '', ...value] = part.split('=');
  return [plain(parameter, name), value.join('=')];
}

/** `role,admin,name,Fern` */
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
  const cookies = new Map<string, string>();
  for (const pair of header?.split(';') ?? []) {
    const [name = '', ...value] = pair.split('=');
    const key = name.trim();
    if (key !== '' && value.length > 0 && !cookies.has(key))
      cookies.set(key, unquote(value.join('=').trim()));
  }
  return cookies;
}

function unquote(text: string): string {
  return /^".*"$/.test(text) ? text.slice(1, -1) : text;
}
