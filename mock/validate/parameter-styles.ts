/**
 * How parameters are serialized (OpenAPI 3.1, section 4.8.12.3, and RFC 6570); and form fields whose names are paths
 * into an object or a list.
 */
import type { Json } from '../../spec/json/exact-json.ts';
import type { Parameter } from '../../spec/model/contract.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { composedSchemas, declaredProperties, declaredTypes, itemsSchema } from '../../spec/model/schema-view.ts';
import { type ContractViolation, quoteText, violationCode } from '../http/http-error.ts';
import { decodeFormValue, percentDecode, type QueryField } from '../http/request-target.ts';
import { coerce } from './coerce.ts';

/** The sources of parameters; all values are still encoded. */
export interface ParameterSources {
  readonly captures: ReadonlyMap<string, string>;
  readonly query: readonly QueryField[];
  /** Looks up a header by its lower-case name. */
  readonly header: (name: string) => string | undefined;
  readonly cookies: ReadonlyMap<string, string>;
  /** Names of other query parameters, which are not properties of an exploded object. */
  readonly reservedNames?: ReadonlySet<string>;
}

/** The texts sent for the parameter, without the prefixes of the styles `label` and `matrix`. */
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

/** The violation if a path segment lacks the prefix of its style. */
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

/** Whether each item of a list is serialized separately. */
export function hasSeparateItems({ explode, style }: Parameter): boolean {
  return explode && (style === 'form' || style === 'matrix');
}

export function styleDelimiter({ style, explode }: Parameter): string | RegExp {
  if (style === 'spaceDelimited') return /%20|\+| /;
  if (style === 'pipeDelimited') return /\||%7C/i;
  return style === 'label' && explode ? '.' : ',';
}

/**
 * The target was checked when it was received; an invalid percent-encoding in a cookie is kept as text, and headers are
 * not percent-encoded.
 */
export function decodeValue(parameter: Parameter, raw: string): string {
  if (parameter.in === 'header') return raw.trim();
  return (parameter.in === 'query' ? decodeFormValue(raw) : percentDecode(raw)) ?? raw;
}

function toValues(text: string | undefined): readonly string[] {
  return text === undefined ? [] : [text];
}

type FormField = readonly [name: string, text: string];

interface SplitFields {
  /** Fields whose names are used literally. */
  readonly plain: readonly FormField[];
  readonly nested: readonly (readonly [name: string, value: Json])[];
}

interface Leaf {
  readonly keys: readonly string[];
  readonly text: string;
}

/** Only a malicious client sends deeper ones. */
const MAX_DEPTH = 20;

/**
 * Separates form fields whose names are paths: `address[city]=Oslo`, `lines[0][count]=2`, `tags[]=red`. Only properties
 * declared as an object or a list have such paths, unless the whole name is declared.
 */
export function splitNestedFields(fields: readonly FormField[], schema: Schema | undefined): SplitFields {
  const properties = schema === undefined ? new Map<string, Schema>() : declaredProperties(schema);
  const sent = new Set(fields.map(([name]) => name));
  const nestedRoot = (name: string): string | undefined => {
    const root = parseNestedName(name)?.[0];
    const declared = root === undefined || properties.has(name) ? undefined : properties.get(root);
    return declared === undefined || sent.has(root ?? '') || !isComposite(declared) ? undefined : root;
  };
  const groups = Map.groupBy(fields, ([name]) => nestedRoot(name));
  const nested = [...groups].flatMap(([root, group]): (readonly [string, Json])[] => {
    if (root === undefined) return [];
    const leaves = group.map(([name, text]) => ({ keys: parseNestedName(name)?.slice(1) ?? [], text }));
    return [[root, leavesValue(leaves, properties.get(root))]];
  });
  return { plain: groups.get(undefined) ?? [], nested };
}

/** Builds one value from the fields below a name, `at[x]=1&at[y][]=2`; undefined if there are none. */
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

/** A value sent both as text and as an object becomes a list of both, which violates most schemas. */
function leavesValue(leaves: readonly Leaf[], schema: Schema | undefined): Json {
  const texts = leaves.flatMap(({ keys, text }) => (keys.length === 0 ? [coerce(text, schema)] : []));
  const nestedLeaves = leaves.filter(({ keys }) => keys.length > 0);
  const [only = null] = texts;
  if (nestedLeaves.length === 0) return texts.length > 1 ? texts : only;
  const isList = schema !== undefined && declaredTypes(schema).has('array') && nestedLeaves.every(isListItem);
  const value = isList ? leavesList(nestedLeaves, schema) : leavesObject(nestedLeaves, schema);
  return texts.length > 0 ? [...texts, value] : value;
}

function isListItem({ keys: [key = ''] }: Leaf): boolean {
  return /^\d{0,9}$/.test(key);
}

/** Sorted by index; items without an index follow, each as a separate item. */
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
