/** The schemas of a contract as they are written: each with its name, and the directions it goes. */
import type { Json } from '../../../spec/json/exact-json.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import type { Direction, Schema } from '../../../spec/model/schema.ts';
import { remembered } from '../../../spec/remembered.ts';
import { type Violation, validate } from '../../../spec/validation/validate.ts';
import { type Root, rootsAside, rootsOf } from './roots.ts';

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
export const partsOf = remembered((contract: Contract): readonly SchemaPart[] => {
  const found: Found = new Map();
  for (const root of rootsOf(contract)) collectParts(root, found);
  const known = new Set(found.keys());
  for (const root of rootsAside(contract))
    for (const direction of eitherWay) collectParts({ ...root, direction }, found, known);
  return [...found].map(([schema, about]) => ({ schema, ...about }));
});

/** Who knows which way a value goes that nobody sends yet. */
export const eitherWay: ReadonlySet<Direction> = new Set(['request', 'response']);

type Found = Map<
  Schema,
  { readonly subject: string; readonly name: string; readonly directions: Set<Direction> }
>;

/** With a list of what is still to be looked at: one schema may lead on to the next deeper than the stack. */
function collectParts(
  { subject, name, direction, schema }: Root,
  found: Found,
  besides: ReadonlySet<Schema> = new Set(),
): void {
  const open = [{ schema, name }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (besides.has(next.schema)) continue;
    const known = found.get(next.schema) ?? {
      subject,
      name: nameOf(next.schema, next.name),
      directions: new Set(),
    };
    if (known.directions.has(direction)) continue;
    found.set(next.schema, known);
    known.directions.add(direction);
    open.push(...below(next.schema, known.name).toReversed());
  }
}

function below(schema: Schema, name: string): readonly Named[] {
  const { items, additionalProperties, contains, propertyNames, prefixItems } = schema;
  const { unevaluatedProperties, unevaluatedItems } = schema;
  const same = [...schema.allOf, ...schema.anyOf, ...schema.oneOf];
  const members = [...schema.patternProperties.map((one) => one.schema), ...prefixItems];
  const single = [
    items,
    additionalProperties,
    contains,
    propertyNames,
    unevaluatedProperties,
    unevaluatedItems,
  ];
  return [
    ...[...schema.properties].map(([key, part]) => ({ schema: part, name: `${name}.${key}` })),
    ...[...same, ...schema.dependentSchemas.values()].map((part) => ({ schema: part, name })),
    ...[...members, ...single.filter((part) => part !== undefined)].map((part) => ({
      schema: part,
      name: `${name}[]`,
    })),
  ];
}

/** A schema under the name that a reader knows it by. */
export interface Named {
  readonly schema: Schema;
  readonly name: string;
}

/** What stands in a component is called by it, whatever way leads there. */
export function nameOf({ place }: Schema, otherwise: string): string {
  const [, component, rest] =
    /\/(?:schemas|definitions|\$defs)\/([^/]+)((?:\/.*)?)$/.exec(place.pointer) ?? [];
  if (component === undefined || rest === undefined) return otherwise;
  const steps = rest.matchAll(/\/properties\/([^/]+)|\/(?:items|prefixItems|additionalProperties)(?=\/|$)/g);
  const names = [...steps].map(([, property]) => (property === undefined ? '[]' : `.${property}`));
  return [component, ...names].join('').replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Which schemas judge a value beside the one that is asked: all of them, or one of several. */
type Combinator = 'allOf' | 'anyOf' | 'oneOf';

/** The schema, and what it combines by these keywords, each once: one part may be reached by very many ways. */
export function sameValue(schema: Schema, by: readonly Combinator[]): ReadonlySet<Schema> {
  const found = new Set([schema]);
  for (const part of found) {
    for (const keyword of by) {
      for (const next of part[keyword]) found.add(next);
    }
  }
  return found;
}

/**
 * How a value of the document breaks its schema. A schema that goes both ways is met by a value that is right in one:
 * a record has its readOnly id, a request the password that no answer shows.
 */
export function violationOf(
  schema: Schema,
  value: Json,
  directions: ReadonlySet<Direction>,
): Violation | undefined {
  const firsts = [...directions].map((direction) => validate(schema, value, direction)[0]);
  return firsts.includes(undefined) ? undefined : firsts[0];
}
