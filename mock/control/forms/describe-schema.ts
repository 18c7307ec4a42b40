/**
 * A schema as data for a form: a graph whose nodes refer to each other by id, so that recursive schemas end. `allOf` is
 * merged; alternatives stay apart.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json/exact-json.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { flattenSchema } from '../../../spec/sampling/flatten-schema.ts';
import { listAlternatives } from './list-alternatives.ts';

export interface SchemaGraph {
  readonly root: string;
  /** Without the nodes beyond the limit: a form shows their values as JSON. */
  readonly schemas: JsonObject;
}

/** Near ones first. */
const MAX_NODES = 400;

const noNames: ReadonlySet<string> = new Set();

/** `omittable`: properties of the root that are not marked as required. */
export function describeSchema(root: Schema, omittable = noNames): SchemaGraph {
  const ids = new Map<Schema, string>();
  const idOf = (schema: Schema): string => {
    const id = ids.get(schema) ?? String(ids.size);
    ids.set(schema, id);
    return id;
  };
  idOf(root);
  const nodes: [string, Json][] = [];
  // A Map iterates over what is added meanwhile.
  for (const [schema, id] of ids) {
    if (nodes.length >= MAX_NODES) break;
    nodes.push([id, describeNode(schema, idOf)]);
  }
  const described = Object.fromEntries(nodes);
  return { root: '0', schemas: omittable.size === 0 ? described : withoutRequired(described, omittable) };
}

function describeNode(schema: Schema, idOf: (schema: Schema) => string): JsonObject {
  const { alternatives, isNullable } = listAlternatives(schema);
  if (alternatives.length > 1) {
    return withoutUndefined({
      alternatives: alternatives.map(({ label, schema: part, tag }) => ({
        label,
        schema: idOf(part),
        ...(tag && { tag }),
      })),
      isNullable,
      ...describeUse(schema),
    });
  }
  const [only] = alternatives;
  return describeFlat(flattenSchema(only?.schema ?? schema), isNullable, idOf);
}

function describeFlat(flat: Schema, isNullable: boolean, idOf: (schema: Schema) => string): JsonObject {
  const { types, properties, items, additionalProperties, prefixItems, required, pattern } = flat;
  return withoutUndefined({
    ...(types && { types: [...types].filter((type) => type !== 'null') }),
    isNullable: isNullable || types?.has('null') === true,
    format: flat.format,
    enum: flat.enum,
    ...(flat.const && { const: flat.const.value, isConstant: true }),
    ...describeUse(flat),
    ...pickBounds(flat),
    pattern: pattern?.source,
    ...(properties.size > 0 && {
      properties: [...properties].map(([name, part]) => ({ name, schema: idOf(part) })),
    }),
    ...(required.size > 0 && { required: [...required] }),
    isClosed: additionalProperties?.isSatisfiable === false,
    ...(additionalProperties?.isSatisfiable === true && { additional: idOf(additionalProperties) }),
    ...(items && prefixItems.length === 0 && { items: idOf(items) }),
  });
}

function describeUse({ description, readOnly, writeOnly, default: initial }: Schema): JsonObject {
  return withoutUndefined({ description, readOnly, writeOnly, ...(initial && { default: initial.value }) });
}

function pickBounds(flat: Schema): JsonObject {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = flat;
  const { minLength, maxLength, minItems, maxItems } = flat;
  return withoutUndefined({
    ...{ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf },
    ...{ minLength, maxLength, minItems, maxItems },
  });
}

/** In the root and its alternatives. */
function withoutRequired(schemas: JsonObject, omittable: ReadonlySet<string>): JsonObject {
  const ids = ['0', ...listOf(schemas['0'], 'alternatives').map((one) => memberOf(one, 'schema'))];
  const change = (node: Json): Json => {
    const required = listOf(node, 'required').filter((name) => !omittable.has(String(name)));
    return isJsonObject(node) ? { ...node, required } : node;
  };
  return Object.fromEntries(Object.entries(schemas).map(([id, node]) => [id, ids.includes(id) ? change(node) : node]));
}

function memberOf(node: Json | undefined, name: string): Json | undefined {
  return node !== undefined && isJsonObject(node) ? node[name] : undefined;
}

function listOf(node: Json | undefined, name: string): readonly Json[] {
  const list = memberOf(node, name);
  return list !== undefined && isJsonArray(list) ? list : [];
}

/** `false` is the default of each flag. */
function withoutUndefined(members: Readonly<Record<string, Json | undefined>>): JsonObject {
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) => (value === undefined || value === false ? [] : [[name, value]])),
  );
}
