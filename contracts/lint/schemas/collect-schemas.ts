/** The schemas of a contract as they are written: each with its name, and the directions it goes. */
import type { Json } from '../../../spec/json/exact-json.ts';
import { memoize } from '../../../spec/memoize.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import type { Direction, Schema } from '../../../spec/model/schema.ts';
import { type Violation, validate } from '../../../spec/validation/validate.ts';
import { collectRoots, collectUnusedRoots, type SchemaRoot } from './root-schemas.ts';

/** A schema as it is written, with all the directions it goes; `name` is `NewOrder.id` where it stands in a component. */
export interface SchemaPart {
  readonly subject: string;
  readonly name: string;
  readonly schema: Schema;
  readonly directions: ReadonlySet<Direction>;
}

/**
 * Every schema once, as it is written, those of `not` and conditions left out: they demand nothing of their own. Those
 * that no operation leads to come last, and go both ways.
 */
export const collectSchemas = memoize((contract: Contract): readonly SchemaPart[] => {
  const found: FoundSchemas = new Map();
  for (const root of collectRoots(contract)) collectFrom(root, found);
  const known = new Set(found.keys());
  for (const root of collectUnusedRoots(contract))
    for (const direction of bothDirections) collectFrom({ ...root, direction }, found, known);
  return [...found].map(([schema, details]) => ({ schema, ...details }));
});

/** Who knows which way a value goes that nobody sends yet. */
export const bothDirections: ReadonlySet<Direction> = new Set(['request', 'response']);

type FoundSchemas = Map<
  Schema,
  { readonly subject: string; readonly name: string; readonly directions: Set<Direction> }
>;

/** With a list of what is still to be looked at: one schema may lead on to the next deeper than the stack. */
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

/** A schema under the name that a reader knows it by. */
export interface NamedSchema {
  readonly schema: Schema;
  readonly name: string;
}

/** What stands in a component is called by it, whatever way leads there. */
export function schemaName({ place }: Schema, fallbackName: string): string {
  const [, component, rest] = /\/(?:schemas|definitions|\$defs)\/([^/]+)((?:\/.*)?)$/.exec(place.pointer) ?? [];
  if (component === undefined || rest === undefined) return fallbackName;
  const steps = rest.matchAll(/\/properties\/([^/]+)|\/(?:items|prefixItems|additionalProperties)(?=\/|$)/g);
  const names = [...steps].map(([, property]) => (property === undefined ? '[]' : `.${property}`));
  return [component, ...names].join('').replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Which schemas judge a value beside the one that is asked: all of them, or one of several. */
type CombinatorKeyword = 'allOf' | 'anyOf' | 'oneOf';

/** The schema, and what it combines by these keywords, each once: one part may be reached by very many ways. */
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
 * How a value of the document breaks its schema. A schema that goes both ways is met by a value that is right in one:
 * a record has its readOnly id, a request the password that no answer shows.
 */
export function findViolation(schema: Schema, value: Json, directions: ReadonlySet<Direction>): Violation | undefined {
  const firstViolations = [...directions].map((direction) => validate(schema, value, direction)[0]);
  return firstViolations.includes(undefined) ? undefined : firstViolations[0];
}
