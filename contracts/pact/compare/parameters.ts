/** Checks the parameters of a request against the contract: presence, style and schema, with exact integers. */
import { type Json, parseJson } from '../../../spec/json/exact-json.ts';
import { isJsonType, type Parameter } from '../../../spec/model/contract.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { formatPath, validate } from '../../../spec/validation/validate.ts';
import { parseHeader } from '../../http/headers.ts';
import {
  type ComparedInteraction,
  hasGenerator,
  headerPointer,
  percentDecoded,
  type QueryParameter,
} from './compared-interaction.ts';
import { childOf, valueAtPlace } from './document-lookup.ts';
import type { RawFinding } from './findings.ts';
import {
  deepObjectFields,
  isAlwaysObject,
  memberName,
  openMembers,
  parseSerializedObject,
} from './object-parameters.ts';
import { collectParts } from './schema-parts.ts';

/** Checks the parameters whatever response the consumer expects. */
export function checkParameters(subject: ComparedInteraction): readonly RawFinding[] {
  return subject.operation.parameters.flatMap((parameter) => {
    const sent = findSentValue(parameter, subject);
    if (sent === undefined) return missingParameter(parameter, subject);
    return [...validateParameter(parameter, sent, subject), ...checkRepeated(parameter, subject)];
  });
}

function missingParameter(parameter: Parameter, subject: ComparedInteraction): readonly RawFinding[] {
  const { name, required, place } = parameter;
  const isGeneratedLater =
    (parameter.in === 'query' || parameter.in === 'header') && hasGenerator(subject, parameter.in, name);
  // A path that matches its template has all path parameters.
  if (!required || isGeneratedLater || parameter.in === 'path') return [];
  return [
    {
      severity: 'error',
      code: `request.${parameter.in}.missing`,
      part: `${parameter.in}.${name}`,
      received: 'nothing',
      expected: `a value (the ${parameter.in} parameter is required)`,
      pointer: `${subject.interaction.place.pointer}/request`,
      place,
    },
  ];
}

function validateParameter(
  parameter: Parameter,
  { value, pointer, open = new Set() }: SentValue,
  subject: ComparedInteraction,
): readonly RawFinding[] {
  const schema = parameter.schema ?? parameter.content[0]?.schema;
  if (schema === undefined || (value === '' && allowsEmptyValue(parameter, subject))) return [];
  return validate(schema, value, 'request').map(({ path, received, expected, place }) => ({
    severity: open.has(String(path[0])) ? 'unspecified' : 'error',
    code: `request.${parameter.in}.incompatible`,
    part: formatPath(path, formatPath([parameter.name], parameter.in)),
    received,
    expected,
    pointer,
    place,
  }));
}

/** Many frameworks accept `tags=a&tags=b` although the contract declares `tags=a,b`. */
function checkRepeated(parameter: Parameter, { query }: ComparedInteraction): readonly RawFinding[] {
  const { name, explode, schema, place } = parameter;
  const field = parameter.in === 'query' && !explode ? query.find((one) => one.name === name) : undefined;
  if (field === undefined || field.values.length < 2 || !collectParts(schema).types.has('array')) return [];
  return [
    {
      severity: 'warning',
      code: 'request.query.style',
      part: formatPath([name], 'query'),
      received: `the parameter ${field.values.length} times`,
      expected: 'the parameter once, with all items (explode: false)',
      pointer: field.pointer,
      place,
    },
  ];
}

/** `?verbose=` for a parameter with `allowEmptyValue`, which is not part of the schema. */
function allowsEmptyValue(parameter: Parameter, { contract }: ComparedInteraction): boolean {
  return childOf(valueAtPlace(contract, parameter.place), 'allowEmptyValue') === true;
}

/** The value, parsed by its style, and its place in the pact. */
interface SentValue {
  readonly value: Json;
  readonly pointer: string;
  /** The members of an object whose form OpenAPI leaves open, so that their values are a guess. */
  readonly open?: ReadonlySet<string>;
}

/** Undefined if the parameter is not sent. */
function findSentValue(parameter: Parameter, subject: ComparedInteraction): SentValue | undefined {
  const { name } = parameter;
  const base = `${subject.interaction.place.pointer}/request`;
  if (parameter.in === 'query') return findQueryValue(parameter, subject.query);
  const text = findText(parameter, subject);
  if (text === undefined) return undefined;
  const pointer =
    parameter.in === 'path'
      ? `${base}/path`
      : headerPointer(subject, 'request', parameter.in === 'cookie' ? 'cookie' : name);
  return { value: parseText(parameter, text), pointer };
}

/** `text` is still percent-encoded in a path. */
function parseText(parameter: Parameter, text: string): Json {
  const { schema, explode } = parameter;
  const decode = parameter.in === 'path' ? percentDecoded : (encoded: string) => encoded;
  if (schema === undefined) return parseContent(parameter, decode(text));
  if (parameter.in !== 'cookie' && isAlwaysObject(schema))
    return parseSerializedObject({ schema, explode, text, decode });
  return parseHeader(schema, decode(text));
}

function findText(parameter: Parameter, subject: ComparedInteraction): string | undefined {
  const { name } = parameter;
  if (parameter.in === 'header') return subject.interaction.request.headers.get(name.toLowerCase());
  if (parameter.in === 'cookie') return subject.cookies.get(name);
  const text = pathCaptures(subject).get(name);
  return text === undefined ? undefined : normalizeStyle(parameter, text);
}

/** Path parameters by name, from the path template. */
function pathCaptures({ operation, path }: ComparedInteraction): ReadonlyMap<string, string> {
  const segments = path.split('/');
  return new Map(
    operation.path.split('/').flatMap((part, index): readonly (readonly [string, string])[] => {
      const names = [...part.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name);
      const pattern = part
        .split(/\{[^}]*\}/)
        .map((literal) => literal.replace(/[^\w-]/g, '\\$&'))
        .join('(.+)');
      const text = segments[index] ?? '';
      const segmentPattern = new RegExp(`^${pattern}$`);
      // A literal part of the template may be percent-encoded in a request.
      const found = segmentPattern.exec(text) ?? segmentPattern.exec(percentDecoded(text));
      return found === null ? [] : names.map((name, at) => [name, found[at + 1] ?? ''] as const);
    }),
  );
}

/** Converts the text to the style `simple`. */
function normalizeStyle({ style, explode, name }: Parameter, text: string): string {
  if (style === 'label') return explode ? text.replace(/^\./, '').replaceAll('.', ',') : text.replace(/^\./, '');
  if (style !== 'matrix') return text;
  return text.replace(/^;/, '').replaceAll(`${name}=`, '').replaceAll(';', ',');
}

function findQueryValue(parameter: Parameter, query: readonly QueryParameter[]): SentValue | undefined {
  const { name, style, explode, schema } = parameter;
  const parts = collectParts(schema);
  const isObject = parts.types.has('object');
  if (schema !== undefined && isObject && style === 'deepObject') return parseDeepObject(parameter, query);
  if (schema !== undefined && isObject && style === 'form' && explode)
    return (
      parseMembers(
        query.filter((field) => parts.properties.has(field.name)),
        parts.properties,
      ) ?? wholeObjectValue(query, name)
    );
  const field = query.find((one) => one.name === name);
  if (field === undefined) return undefined;
  return { value: parseQueryValue(parameter, field.values, parts.items), pointer: field.pointer };
}

/** An exploded object without declared members may be sent under its own name. */
function wholeObjectValue(query: readonly QueryParameter[], name: string): SentValue | undefined {
  const field = query.find((one) => one.name === name);
  return field === undefined ? undefined : { value: field.values[0] ?? '', pointer: field.pointer };
}

function parseQueryValue(parameter: Parameter, values: readonly string[], items: Schema | undefined): Json {
  const { schema, style, explode } = parameter;
  const [first = '', ...rest] = values;
  if (schema === undefined) return parseContent(parameter, first);
  const isList = collectParts(schema).types.has('array');
  if (isList && explode) return values.map((value) => (items === undefined ? value : parseHeader(items, value)));
  // A scalar has one value, and the items of an array that is not exploded are one text.
  if (rest.length > 0) return [first, ...rest];
  return parseHeader(schema, isList ? first.replaceAll(delimiters[style] ?? ',', ',') : first);
}

const delimiters: Readonly<Record<string, RegExp>> = { spaceDelimited: /%20| /g, pipeDelimited: /\|/g };

/** A nested member is read as a text, because OpenAPI does not define how it is written. */
function parseDeepObject({ name, schema }: Parameter, query: readonly QueryParameter[]): SentValue | undefined {
  const { properties } = collectParts(schema);
  const fields = deepObjectFields(name, query);
  const flat = fields.map((field) => ({ ...field, name: memberName(field.name) }));
  const sent = parseMembers(flat, properties);
  return sent === undefined ? undefined : { ...sent, open: openMembers(fields, properties) };
}

function parseMembers(
  fields: readonly QueryParameter[],
  properties: ReadonlyMap<string, Schema>,
): SentValue | undefined {
  const [first] = fields;
  if (first === undefined) return undefined;
  const entries = fields.map(({ name, values }): readonly [string, Json] => {
    const schema = properties.get(name);
    const read = (text: string) => (schema === undefined ? text : parseHeader(schema, text));
    const isList = collectParts(schema).types.has('array');
    return [
      name,
      isList || values.length > 1 ? values.map((value) => parseListItem(schema, value)) : read(values[0] ?? ''),
    ];
  });
  return { value: Object.fromEntries(entries), pointer: first.pointer };
}

function parseListItem(schema: Schema | undefined, text: string): Json {
  const { items } = collectParts(schema);
  return items === undefined ? text : parseHeader(items, text);
}

/** A parameter described by `content` contains a document of that media type. */
function parseContent(parameter: Parameter, text: string): Json {
  if (!isJsonType(parameter.content[0]?.range ?? '')) return text;
  const parsed = parseJson(text);
  return parsed.ok ? parsed.value : text;
}
