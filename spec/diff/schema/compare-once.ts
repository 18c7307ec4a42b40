/** The comparison of two schemas, which many operations share. */
import type { Direction, Schema } from '../../model/schema.ts';
import type { SchemaChange } from '../rules/change.ts';
import { compareSchemas } from './schema-changes.ts';

export interface SchemaSides {
  readonly before: Schema;
  readonly after: Schema;
  readonly direction: Direction;
  /** The part of the exchange: `request body`. */
  readonly at: string;
}

/** Two that were found equal are not walked again. */
export function* compareOnce(sides: SchemaSides): Generator<SchemaChange> {
  const { before, after, direction } = sides;
  const equals = known[direction].get(before);
  if (equals?.has(after)) return;
  let isEqual = true;
  for (const change of compareSchemas(sides)) {
    isEqual = false;
    yield change;
  }
  if (isEqual) known[direction].set(before, (equals ?? new WeakSet()).add(after));
}

const known: Readonly<Record<Direction, WeakMap<Schema, WeakSet<Schema>>>> = {
  request: new WeakMap(),
  response: new WeakMap(),
};
