/** The schemas of a contract as written, each with its name and the directions in which its values are sent. */
import type { Json } from '../../../spec/json/exact-json.ts';
import { memoize } from '../../../spec/memoize.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import type { Direction, Schema } from '../../../spec/model/schema.ts';
import { type Violation, validate } from '../../../spec/validation/validate.ts';
import { collectRoots, collectUnusedRoots, type SchemaRoot } from './root-schemas.ts';

/**
 * A schema as written, with all directions in which its values are sent; within a component, `name` is `NewOrder.id`.
 */
export interface SchemaPart {
  readonly subject: string;
  readonly name: string;
  readonly schema: Schema;
  readonly directions: ReadonlySet<Direction>;
}

/**
 * Every schema once, as written, except those under `not` and conditions, which require nothing by themselves. Schemas
 * that no operation uses come last, with both directions.
 */
export const collectSchemas = memoize((contract: Contract): readonly SchemaPart[] => {
  const found: FoundSchemas = new Map();
  for (const root of collectRoots(contract)) collectFrom(root, found);
  const known = new Set(found.keys());
  for (const root of collectUnusedRoots(contract))
    for (const direction of bothDirections) collectFrom({ ...root, direction }, found, known);
  return [...found].map(([schema, details]) => ({ schema, ...details }));
});

/** The direction of a value that no operation sends is unknown. */
export const bothDirections: ReadonlySet<Direction> = new Set(['request', 'response']);

type FoundSchemas = Map<
  Schema,
  { readonly subject: string; readonly name: string; readonly directions: Set<Direction> }
>;

/** Iterative, with a list of pending schemas: nested schemas can exceed the stack. */
function collectFrom(
  { subject, name, direction, schema }: SchemaRoot,
  found: FoundSchemas,
  excluded: ReadonlySet<Schema> = new Set(),
): void {
  const pending = [{ schema, name }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (excluded.has(next.schema)) continue;
    const known = found.get(next.schema) ?? {
      subject,
      name: schemaName(next.schema, next.name),
      directions: new Set(),
    };
    if (known.directions.has(direction)) continue;
    found.set(next.schema, known);
    known.directions.add(direction);
    pending.push(...childSchemas(next.schema, known.name).toReversed());
  }
}

function childSchemas(schema: Schema, name: string): readonly NamedSchema[] {
  const { items, additionalProperties, contains, propertyNames, prefixItems } = schema;
  const { unevaluatedProperties, unevaluatedItems } = schema;
  const combined = [...schema.allOf, ...schema.anyOf, ...schema.oneOf];
  const members = [...schema.patternProperties.map((one) => one.schema), ...prefixItems];
  const single = [items, additionalProperties, contains, propertyNames, unevaluatedProperties, unevaluatedItems];
  return [
    ...[...schema.properties].map(([key, part]) => ({ schema: part, name: `${name}.${key}` })),
    ...[...combined, ...schema.dependentSchemas.values()].map((part) => ({ schema: part, name })),
    ...[...members, ...single.filter((part) => part !== undefined)].map((part) => ({
      schema: part,
      name: `${name}[]`,
    })),
  ];
}

/** A schema, and the name that readers know it by. */
export interface NamedSchema {
  readonly schema: Schema;
  readonly name: string;
}

/** A schema within a component is named after the component, however it was reached. */
export function schemaName({ place }: Schema, fallbackName: string): string {
  const [, component, rest] = /\/(?:schemas|definitions|\$defs)\/([^/]+)((?:\/.*)?)$/.exec(place.pointer) ?? [];
  if (component === undefined || rest === undefined) return fallbackName;
  const steps = rest.matchAll(/\/properties\/([^/]+)|\/(?:items|prefixItems|additionalProperties)(?=\/|$)/g);
  const names = [...steps].map(([, property]) => (property === undefined ? '[]' : `.${property}`));
  return [component, ...names].join('').replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Keywords whose schemas apply to the same value: all of them, or one of several. */
type CombinatorKeyword = 'allOf' | 'anyOf' | 'oneOf';

/** The schema and all schemas that it combines by these keywords, each once: a part may be reachable in many ways. */
export function combinedSchemas(schema: Schema, keywords: readonly CombinatorKeyword[]): ReadonlySet<Schema> {
  const found = new Set([schema]);
  for (const part of found) {
    for (const keyword of keywords) {
      for (const next of part[keyword]) found.add(next);
    }
  }
  return found;
}

/**
 * The first violation of a value of the document. With two directions, a value that is valid in one of them is
 * accepted: a record has its readOnly id, a request the password that no response contains.
 */
export function findViolation(schema: Schema, value: Json, directions: ReadonlySet<Direction>): Violation | undefined {
  const firstViolations = [...directions].map((direction) => validate(schema, value, direction)[0]);
  return firstViolations.includes(undefined) ? undefined : firstViolations[0];
}
