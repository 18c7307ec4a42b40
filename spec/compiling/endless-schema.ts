/** Schemas that no value can ever be judged by. */
import type { Schema } from '../schema.ts';

/**
 * Those of them that apply themselves to the very same value, which would never be done: the circles, found as Tarjan does,
 * without a stack frame for each schema, since one may lead on to the next deeper than the stack.
 */
export function endlessSchemas(schemas: Iterable<Schema>): ReadonlySet<Schema> {
  const walk: Walk = { met: new Map(), path: [], endless: new Set() };
  for (const schema of schemas) if (!walk.met.has(schema)) walkFrom(schema, walk);
  return walk.endless;
}

interface Walk {
  readonly met: Map<Schema, Met>;
  /** Those of which it is not known yet whether they are in a circle. */
  readonly path: Met[];
  readonly endless: Set<Schema>;
}

interface Met {
  readonly schema: Schema;
  readonly index: number;
  /** The first that it leads back to. */
  first: number;
  isSettled: boolean;
  readonly parts: readonly Schema[];
  next: number;
}

function walkFrom(start: Schema, walk: Walk): void {
  const open = [meet(start, walk)];
  for (let at = open.at(-1); at !== undefined; at = open.at(-1)) {
    const part = at.parts[at.next++];
    if (part === undefined) {
      open.pop();
      const above = open.at(-1);
      if (above !== undefined) above.first = Math.min(above.first, at.first);
      if (at.first === at.index) settle(at, walk);
      continue;
    }
    const known = walk.met.get(part);
    if (known === undefined) open.push(meet(part, walk));
    else if (!known.isSettled) at.first = Math.min(at.first, known.index);
  }
}

function meet(schema: Schema, { met, path }: Walk): Met {
  const index = met.size;
  const parts = sameValueSchemas(schema);
  const one: Met = { schema, index, first: index, isSettled: false, parts, next: 0 };
  met.set(schema, one);
  path.push(one);
  return one;
}

function settle(head: Met, { path, endless }: Walk): void {
  const circle = path.splice(path.lastIndexOf(head));
  for (const one of circle) {
    one.isSettled = true;
    if (circle.length > 1 || one.parts.includes(one.schema)) endless.add(one.schema);
  }
}

/** The subschemas that judge the same value as the schema itself. */
function sameValueSchemas(schema: Schema): readonly Schema[] {
  const single = [schema.not, schema.if, schema.then, schema.else].filter((part) => part !== undefined);
  return [...schema.allOf, ...schema.anyOf, ...schema.oneOf, ...schema.dependentSchemas.values(), ...single];
}
