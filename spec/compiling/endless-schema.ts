/** Schemas that a value cannot be judged by: they apply themselves to it without end, or others deeper than the stack. */
import type { Schema } from '../model/schema.ts';

/** How many levels of schemas judge the same value, the schema itself among them; `Infinity` where it applies itself. */
export type Levels = WeakMap<Schema, number>;

/**
 * Adds those of the schemas and of all that they apply to the same value. Circles are found as Tarjan does, without a stack frame
 * for each schema, since one may lead on to the next deeper than the stack.
 */
export function addLevels(schemas: Iterable<Schema>, levels: Levels): void {
  const walk: Walk = { levels, open: new Map(), path: [] };
  for (const schema of schemas) if (!levels.has(schema)) walkFrom(schema, walk);
}

interface Walk {
  readonly levels: Levels;
  /** Those of which it is not known yet whether they are in a circle. */
  readonly open: Map<Schema, Met>;
  readonly path: Met[];
}

interface Met {
  readonly schema: Schema;
  readonly index: number;
  /** The first of the path that it leads back to. */
  first: number;
  readonly parts: readonly Schema[];
  /** Of its parts the next to be looked at. */
  next: number;
}

function walkFrom(start: Schema, walk: Walk): void {
  const trail = [meet(start, walk)];
  for (let at = trail.at(-1); at !== undefined; at = trail.at(-1)) {
    const part = at.parts[at.next++];
    if (part === undefined) {
      trail.pop();
      const above = trail.at(-1);
      if (above !== undefined) above.first = Math.min(above.first, at.first);
      if (at.first === at.index) settle(at, walk);
    } else if (!walk.levels.has(part)) {
      const known = walk.open.get(part);
      if (known === undefined) trail.push(meet(part, walk));
      else at.first = Math.min(at.first, known.index);
    }
  }
}

function meet(schema: Schema, { open, path }: Walk): Met {
  const index = path.length;
  const met: Met = { schema, index, first: index, parts: sameValueSchemas(schema), next: 0 };
  open.set(schema, met);
  path.push(met);
  return met;
}

function settle({ index }: Met, { levels, open, path }: Walk): void {
  const circle = path.splice(index);
  const isEndless = circle.length > 1 || circle.some(({ schema, parts }) => parts.includes(schema));
  for (const { schema, parts } of circle) {
    open.delete(schema);
    const below = parts.reduce((most, part) => Math.max(most, finite(levels.get(part))), 0);
    levels.set(schema, isEndless ? Infinity : below + 1);
  }
}

/** What leads to a circle is not in it. */
function finite(level = 0): number {
  return level === Infinity ? 1 : level;
}

/** The subschemas that judge the same value as the schema itself. */
function sameValueSchemas(schema: Schema): readonly Schema[] {
  const single = [schema.not, schema.if, schema.then, schema.else].filter((part) => part !== undefined);
  return [...schema.allOf, ...schema.anyOf, ...schema.oneOf, ...schema.dependentSchemas.values(), ...single];
}
