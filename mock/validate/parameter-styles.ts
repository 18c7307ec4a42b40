/**
 * How the value of a parameter stands in a request (OpenAPI 3.1, 4.8.12.3, and RFC 6570); and form fields whose names tell a
 * place within an object or a list.
 */
import type { Json } from '../../spec/json/exact-json.ts';
import type { Parameter } from '../../spec/model/contract.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { composedSchemas, declaredProperties, declaredTypes, itemsSchema } from '../../spec/model/schema-view.ts';
import { type ContractViolation, quoteText, violationCode } from '../http/http-error.ts';
import { decodeFormValue, percentDecode, type QueryField } from '../http/request-target.ts';
import { coerce } from './coerce.ts';

/** Where parameters come from; all values still encoded as they arrived. */
export interface ParameterSources {
  readonly captures: ReadonlyMap<string, string>;
  readonly query: readonly QueryField[];
  /** By lower-case name. */
  readonly header: (name: string) => string | undefined;
  readonly cookies: ReadonlyMap<string, string>;
  /** Names in the query that something else is called by: no field of a map. */
  readonly reservedNames?: ReadonlySet<string>;
}

/** The texts sent under the name, without the prefix of the styles `label` and `matrix`. */
export function rawValues(parameter: Parameter, sources: ParameterSources): readonly string[] {
  const { name, style } = parameter;
  if (parameter.in === 'query')
    return sources.query.filter((field) => field.name === name).map((field) => field.rawValue);
  if (parameter.in === 'header') return toValues(sources.header(name.toLowerCase()));
  if (parameter.in === 'cookie') return toValues(sources.cookies.get(name));
  const [text] = toValues(sources.captures.get(name));
  if (text === undefined) return [];
  if (style === 'label') return [text.replace(/^\./, '')];
  return style === 'matrix' ? matrixValues(parameter, text.replace(/^;/, '')) : [text];
}

/** `id=7`; exploded `ids=1;ids=2`, or `x=1;y=2` for an object. */
function matrixValues({ name, explode }: Parameter, text: string): readonly string[] {
  const prefix = `${name}=`;
  const parts = explode ? text.split(';') : [text];
  return parts.map((part) => (part.startsWith(prefix) ? part.slice(prefix.length) : part));
}

const stylePrefixes: Readonly<Record<string, string>> = { label: '.', matrix: ';' };

/** What is wrong with a path segment without the sign that its style begins with. */
export function styleViolation(parameter: Parameter, sources: ParameterSources): ContractViolation | undefined {
  const { name, style } = parameter;
  const prefix = parameter.in === 'path' ? stylePrefixes[style] : undefined;
  const text = sources.captures.get(name) ?? '';
  if (prefix === undefined || text.startsWith(prefix)) return undefined;
  return {
    rule: 'style',
    code: violationCode('style'),
    at: [parameter.in, name],
    message: `path.${name}: expected ${quoteText(prefix)} before the value (style ${style}), got ${quoteText(text)}`,
  };
}

/** Whether every item of a list is a piece of its own. */
export function hasSeparateItems({ explode, style }: Parameter): boolean {
  return explode && (style === 'form' || style === 'matrix');
}

export function styleDelimiter({ style, explode }: Parameter): string | RegExp {
  if (style === 'spaceDelimited') return /%20|\+| /;
  if (style === 'pipeDelimited') return /\||%7C/i;
  return style === 'label' && explode ? '.' : ',';
}

/** The target was checked on arrival; a cookie that is no percent-encoding means itself, a header always does. */
export function decodeValue(parameter: Parameter, raw: string): string {
  if (parameter.in === 'header') return raw.trim();
  return (parameter.in === 'query' ? decodeFormValue(raw) : percentDecode(raw)) ?? raw;
}

function toValues(text: string | undefined): readonly string[] {
  return text === undefined ? [] : [text];
}

type FormField = readonly [name: string, text: string];

interface SplitFields {
  /** Whose names are meant as they are. */
  readonly plain: readonly FormField[];
  readonly nested: readonly (readonly [name: string, value: Json])[];
}

interface Leaf {
  readonly keys: readonly string[];
  readonly text: string;
}

/** Deeper ones come from a hostile client only. */
const MAX_DEPTH = 20;

/**
 * Form fields apart from those whose names tell a place: `address[city]=Oslo`, `lines[0][count]=2`, `tags[]=red`. By the
 * schema: only what it declares as an object or a list has places within, unless the name itself is declared.
 */
export function splitNestedFields(fields: readonly FormField[], schema: Schema | undefined): SplitFields {
  const properties = schema === undefined ? new Map<string, Schema>() : declaredProperties(schema);
  const sent = new Set(fields.map(([name]) => name));
  const rootOf = (name: string): string | undefined => {
    const root = parseNestedName(name)?.[0];
    const declared = root === undefined || properties.has(name) ? undefined : properties.get(root);
    return declared === undefined || sent.has(root ?? '') || !isComposite(declared) ? undefined : root;
  };
  const groups = Map.groupBy(fields, ([name]) => rootOf(name));
  const deep = [...groups].flatMap(([root, group]): (readonly [string, Json])[] => {
    if (root === undefined) return [];
    const leaves = group.map(([name, text]) => ({ keys: parseNestedName(name)?.slice(1) ?? [], text }));
    return [[root, leavesValue(leaves, properties.get(root))]];
  });
  return { plain: groups.get(undefined) ?? [], nested: deep };
}

/** One value out of the fields below a name, `at[x]=1&at[y][]=2`; undefined where there are none. */
export function nestedValue(name: string, fields: readonly FormField[], schema: Schema | undefined): Json | undefined {
  const leaves = fields.flatMap(([field, text]): Leaf[] => {
    const [root, ...keys] = parseNestedName(field) ?? [];
    return root === name ? [{ keys, text }] : [];
  });
  return leaves.length === 0 ? undefined : leavesValue(leaves, schema);
}

/** `a[b][c]`: a, b, c; undefined for any other name. */
function parseNestedName(name: string): readonly string[] | undefined {
  const [, root, rest = ''] = /^([^[\]]+)((?:\[[^[\]]*\])+)$/.exec(name) ?? [];
  if (root === undefined) return undefined;
  const keys = rest.slice(1, -1).split('][');
  return keys.length > MAX_DEPTH ? undefined : [root, ...keys];
}

function isComposite(schema: Schema): boolean {
  const types = declaredTypes(schema);
  return types.has('object') || types.has('array');
}

/** What is sent both as a text and as an object is a list of them: no schema means that. */
function leavesValue(leaves: readonly Leaf[], schema: Schema | undefined): Json {
  const texts = leaves.flatMap(({ keys, text }) => (keys.length === 0 ? [coerce(text, schema)] : []));
  const within = leaves.filter(({ keys }) => keys.length > 0);
  const [only = null] = texts;
  if (within.length === 0) return texts.length > 1 ? texts : only;
  const isList = schema !== undefined && declaredTypes(schema).has('array') && within.every(isListItem);
  const value = isList ? leavesList(within, schema) : leavesObject(within, schema);
  return texts.length > 0 ? [...texts, value] : value;
}

function isListItem({ keys: [key = ''] }: Leaf): boolean {
  return /^\d{0,9}$/.test(key);
}

/** By their numbers, in this order; what has none comes behind, each an item. */
function leavesList(leaves: readonly Leaf[], schema: Schema): Json {
  const groups = Map.groupBy(leaves, (leaf) => leaf.keys[0] || leaf);
  const numbered = [...groups].filter(([key]) => typeof key === 'string');
  const others = [...groups].filter(([key]) => typeof key !== 'string');
  const sorted = [...numbered.toSorted(([a], [b]) => Number(a) - Number(b)), ...others];
  return sorted.map(([, group]) => leavesValue(group.map(withoutFirstKey), itemsSchema(schema)));
}

function leavesObject(leaves: readonly Leaf[], schema: Schema | undefined): Json {
  const properties = schema === undefined ? new Map<string, Schema>() : declaredProperties(schema);
  const parts = schema === undefined ? [] : composedSchemas(schema);
  const other = parts.find(({ additionalProperties }) => additionalProperties !== undefined);
  const groups = Map.groupBy(leaves, ({ keys: [key = ''] }) => key);
  return Object.fromEntries(
    [...groups].map(([key, group]) => [
      key,
      leavesValue(group.map(withoutFirstKey), properties.get(key) ?? other?.additionalProperties),
    ]),
  );
}

function withoutFirstKey({ keys, text }: Leaf): Leaf {
  return { keys: keys.slice(1), text };
}
