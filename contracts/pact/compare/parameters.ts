/** Holds the parameters that an interaction sends to the contract: presence, style and schema, integers exactly. */
import { type Json, parseJson } from '../../../spec/json/exact-json.ts';
import { isJsonType, type Parameter } from '../../../spec/model/contract.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { formatPath, validate } from '../../../spec/validation/validate.ts';
import { readHeader } from '../../http/headers.ts';
import { childOf, valueAt } from './document.ts';
import type { Found } from './findings.ts';
import { partsOf } from './schema-parts.ts';
import { type ComparedInteraction, decoded, headerPointer, isGenerated, type QueryField } from './subject.ts';

/** What is wrong with the parameters of a request, whatever the consumer expects of it. */
export function parameterFaults(subject: ComparedInteraction): readonly Found[] {
  return subject.operation.parameters.flatMap((parameter) => {
    const sent = sentFor(parameter, subject);
    if (sent === undefined) return missing(parameter, subject);
    return [...judged(parameter, sent, subject), ...repeated(parameter, subject)];
  });
}

function missing(parameter: Parameter, subject: ComparedInteraction): readonly Found[] {
  const { name, required, place } = parameter;
  const isWrittenLater =
    (parameter.in === 'query' || parameter.in === 'header') && isGenerated(subject, parameter.in, name);
  // A path that fits its template has them all.
  if (!required || isWrittenLater || parameter.in === 'path') return [];
  return [
    {
      severity: 'error',
      code: `request.${parameter.in}.missing`,
      at: `${parameter.in}.${name}`,
      received: 'nothing',
      expected: `a value (the ${parameter.in} parameter is required)`,
      pointer: `${subject.interaction.place.pointer}/request`,
      place,
    },
  ];
}

function judged(
  parameter: Parameter,
  { value, pointer }: Sent,
  subject: ComparedInteraction,
): readonly Found[] {
  const schema = parameter.schema ?? parameter.content[0]?.schema;
  if (schema === undefined || (value === '' && mayBeEmpty(parameter, subject))) return [];
  return validate(schema, value, 'request').map(({ at, received, expected, place }) => ({
    severity: 'error',
    code: `request.${parameter.in}.incompatible`,
    at: formatPath(at, formatPath([parameter.name], parameter.in)),
    received,
    expected,
    pointer,
    place,
  }));
}

/** Many frameworks read `tags=a&tags=b` all the same; the contract says `tags=a,b`. */
function repeated(parameter: Parameter, { query }: ComparedInteraction): readonly Found[] {
  const { name, explode, schema, place } = parameter;
  const field = parameter.in === 'query' && !explode ? query.find((one) => one.name === name) : undefined;
  if (field === undefined || field.values.length < 2 || !partsOf(schema).types.has('array')) return [];
  return [
    {
      severity: 'warning',
      code: 'request.query.style',
      at: formatPath([name], 'query'),
      received: `the parameter ${field.values.length} times`,
      expected: 'it once, with all items in it (explode: false)',
      pointer: field.pointer,
      place,
    },
  ];
}

/** `?verbose=` for a parameter with `allowEmptyValue`, which stands beside the schema. */
function mayBeEmpty(parameter: Parameter, { contract }: ComparedInteraction): boolean {
  return childOf(valueAt(contract, parameter.place), 'allowEmptyValue') === true;
}

/** The value as its style says, and where it stands in the pact. */
interface Sent {
  readonly value: Json;
  readonly pointer: string;
}

/** Undefined where it is not sent. */
function sentFor(parameter: Parameter, subject: ComparedInteraction): Sent | undefined {
  const { name, schema } = parameter;
  const base = `${subject.interaction.place.pointer}/request`;
  if (parameter.in === 'query') return sentInQuery(parameter, subject.query);
  const text = textFor(parameter, subject);
  if (text === undefined) return undefined;
  const pointer =
    parameter.in === 'path'
      ? `${base}/path`
      : headerPointer(subject, 'request', parameter.in === 'cookie' ? 'cookie' : name);
  return { value: schema === undefined ? content(parameter, text) : readHeader(schema, text), pointer };
}

function textFor(parameter: Parameter, subject: ComparedInteraction): string | undefined {
  const { name } = parameter;
  if (parameter.in === 'header') return subject.interaction.request.headers.get(name.toLowerCase());
  if (parameter.in === 'cookie') return subject.cookies.get(name);
  const text = captures(subject).get(name);
  return text === undefined ? undefined : decoded(unstyled(parameter, text));
}

/** By the template of the operation's path. */
function captures({ operation, path }: ComparedInteraction): ReadonlyMap<string, string> {
  const given = path.split('/');
  return new Map(
    operation.path.split('/').flatMap((part, index): readonly (readonly [string, string])[] => {
      const names = [...part.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name);
      const pattern = part
        .split(/\{[^}]*\}/)
        .map((literal) => literal.replace(/[^\w-]/g, '\\$&'))
        .join('(.+)');
      const text = given[index] ?? '';
      const fitting = new RegExp(`^${pattern}$`);
      // What the document writes plainly may be encoded in a request.
      const found = fitting.exec(text) ?? fitting.exec(decoded(text));
      return found === null ? [] : names.map((name, at) => [name, found[at + 1] ?? ''] as const);
    }),
  );
}

/** As the style `simple` would write it. */
function unstyled({ style, explode, name }: Parameter, text: string): string {
  if (style === 'label')
    return explode ? text.replace(/^\./, '').replaceAll('.', ',') : text.replace(/^\./, '');
  if (style !== 'matrix') return text;
  return text.replace(/^;/, '').replaceAll(`${name}=`, '').replaceAll(';', ',');
}

function sentInQuery(parameter: Parameter, query: readonly QueryField[]): Sent | undefined {
  const { name, style, explode, schema } = parameter;
  const parts = partsOf(schema);
  const isObject = parts.types.has('object');
  if (schema !== undefined && isObject && style === 'deepObject')
    return members(deepFields(name, query), parts.properties);
  if (schema !== undefined && isObject && style === 'form' && explode)
    return (
      members(
        query.filter((field) => parts.properties.has(field.name)),
        parts.properties,
      ) ?? spread(query, name)
    );
  const field = query.find((one) => one.name === name);
  if (field === undefined) return undefined;
  return { value: queryValue(parameter, field.values, parts.items), pointer: field.pointer };
}

/** An exploded object whose members are not named by its schema may still be sent by its own name. */
function spread(query: readonly QueryField[], name: string): Sent | undefined {
  const field = query.find((one) => one.name === name);
  return field === undefined ? undefined : { value: field.values[0] ?? '', pointer: field.pointer };
}

function queryValue(parameter: Parameter, values: readonly string[], items: Schema | undefined): Json {
  const { schema, style, explode } = parameter;
  const [first = '', ...rest] = values;
  if (schema === undefined) return content(parameter, first);
  const isList = partsOf(schema).types.has('array');
  if (isList && explode)
    return values.map((value) => (items === undefined ? value : readHeader(items, value)));
  // No scalar has two values, and the items of a list that is not exploded are one text.
  if (rest.length > 0) return [first, ...rest];
  return readHeader(schema, isList ? first.replaceAll(delimiters[style] ?? ',', ',') : first);
}

const delimiters: Readonly<Record<string, RegExp>> = { spaceDelimited: /%20| /g, pipeDelimited: /\|/g };

function deepFields(name: string, query: readonly QueryField[]): readonly QueryField[] {
  return query
    .filter((field) => field.name.startsWith(`${name}[`) && field.name.endsWith(']'))
    .map((field) => ({ ...field, name: field.name.slice(name.length + 1, -1) }));
}

function members(fields: readonly QueryField[], properties: ReadonlyMap<string, Schema>): Sent | undefined {
  const [first] = fields;
  if (first === undefined) return undefined;
  const entries = fields.map(({ name, values }): readonly [string, Json] => {
    const schema = properties.get(name);
    const read = (text: string) => (schema === undefined ? text : readHeader(schema, text));
    const isList = partsOf(schema).types.has('array');
    return [
      name,
      isList || values.length > 1 ? values.map((value) => listItem(schema, value)) : read(values[0] ?? ''),
    ];
  });
  return { value: Object.fromEntries(entries), pointer: first.pointer };
}

function listItem(schema: Schema | undefined, text: string): Json {
  const { items } = partsOf(schema);
  return items === undefined ? text : readHeader(items, text);
}

/** A parameter described by `content` holds a document of that media type. */
function content(parameter: Parameter, text: string): Json {
  if (!isJsonType(parameter.content[0]?.range ?? '')) return text;
  const parsed = parseJson(text);
  return parsed.ok ? parsed.value : text;
}
