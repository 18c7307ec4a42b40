/** The value of a declared parameter as an interaction sends it, read as its style says. */
import { type Json, parseJson } from '../../../spec/json/exact-json.ts';
import { isJsonType, type Parameter } from '../../../spec/model/contract.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { readHeader } from '../../http/header-readings.ts';
import { decoded, type QueryField } from './query-fields.ts';
import { partsOf } from './schema-parts.ts';
import { headerPointer, type Subject } from './subject.ts';

/** The value as its style says, and where it stands in the pact. */
export interface Sent {
  readonly value: Json;
  readonly pointer: string;
}

/** Undefined where it is not sent. */
export function sentFor(parameter: Parameter, subject: Subject): Sent | undefined {
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

function textFor(parameter: Parameter, subject: Subject): string | undefined {
  const { name } = parameter;
  if (parameter.in === 'header') return subject.interaction.request.headers.get(name.toLowerCase());
  if (parameter.in === 'cookie') return subject.cookies.get(name);
  const text = captures(subject).get(name);
  return text === undefined ? undefined : decoded(unstyled(parameter, text));
}

/** By the template of the operation's path. */
function captures({ operation, path }: Subject): ReadonlyMap<string, string> {
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
