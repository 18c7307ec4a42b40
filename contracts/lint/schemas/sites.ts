/** The places of the values that operations send, and what the schemas there demand together. */
import type { Contract } from '../../../spec/model/contract.ts';
import type { Direction, Schema } from '../../../spec/model/schema.ts';
import { remembered } from '../../../spec/remembered.ts';
import { countChoices, flatten } from '../../../spec/sampling/flatten.ts';
import { type Named, nameOf } from './parts.ts';
import { type Root, rootsOf } from './roots.ts';

/** What is demanded of a value at one place: its schema, what is beside it in an `allOf` counted in. */
export interface SchemaSite {
  readonly subject: string;
  readonly name: string;
  readonly direction: Direction;
  /** Without combinators; one for each alternative. */
  readonly flat: Schema;
}

/** Every place of a value once for each direction, and once more for each alternative there. */
export const sitesOf = remembered((contract: Contract): readonly SchemaSite[] => {
  const seen = new Set<string>();
  return rootsOf(contract).flatMap((root) => [...sitesFrom(root, seen)]);
});

/** Of a place with more alternatives the first ones are looked at: a list of hundreds would be one advice anyway. */
const MOST_CHOICES = 20;

function* sitesFrom({ subject, name, direction, schema }: Root, seen: Set<string>): Generator<SchemaSite> {
  const open: Named[] = [{ schema, name }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { place } = next.schema;
    const key = `${direction} ${place.file} ${place.pointer}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const own = nameOf(next.schema, next.name);
    const flats = alternatives(next.schema).filter((flat) => !isLeftOut(flat, direction));
    for (const flat of flats) yield { subject, name: own, direction, flat };
    open.push(...flats.flatMap((flat) => valuesBelow(flat, own)).toReversed());
  }
}

function alternatives(schema: Schema): readonly Schema[] {
  const count = Math.min(countChoices(schema), MOST_CHOICES);
  return Array.from({ length: count }, (_none, choice) => flatten(schema, choice));
}

function isLeftOut({ readOnly, writeOnly }: Schema, direction: Direction): boolean {
  return direction === 'request' ? readOnly : writeOnly;
}

function valuesBelow(flat: Schema, name: string): readonly Named[] {
  const items = [flat.items, ...flat.prefixItems].filter((part) => part !== undefined);
  const others = [flat.additionalProperties].filter((part) => part !== undefined);
  return [
    ...[...flat.properties].map(([key, schema]) => ({ schema, name: `${name}.${key}` })),
    ...[...items, ...others].map((schema) => ({ schema, name: `${name}[]` })),
  ];
}
