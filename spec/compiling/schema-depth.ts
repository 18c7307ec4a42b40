/**
 * Finds schemas that cannot validate a value: they apply themselves to it endlessly, or are nested deeper than the
 * stack allows.
 */
import type { Schema } from '../model/schema.ts';
import { inPlaceSubschemas } from '../model/schema-combinations.ts';

/** How many levels of schemas apply to the same value, including the schema itself; `Infinity` if it applies itself. */
export type SchemaDepths = WeakMap<Schema, number>;

/**
 * Adds the depths of the schemas and of all that they apply to the same value. Finds cycles with Tarjan's algorithm,
 * made iterative because schemas can be nested deeper than the stack.
 */
export function measureSchemaDepths(schemas: Iterable<Schema>, depths: SchemaDepths): void {
  const search: DepthSearch = { depths, unfinished: new Map(), path: [] };
  for (const schema of schemas) if (!depths.has(schema)) searchFrom(schema, search);
}

interface DepthSearch {
  readonly depths: SchemaDepths;
  /** Schemas that may still turn out to be part of a cycle. */
  readonly unfinished: Map<Schema, VisitedSchema>;
  readonly path: VisitedSchema[];
}

interface VisitedSchema {
  readonly schema: Schema;
  readonly index: number;
  /** The lowest index on the path that it can reach. */
  lowestIndex: number;
  readonly subschemas: readonly Schema[];
  /** The index of the next subschema to visit. */
  nextSubschema: number;
}

function searchFrom(start: Schema, search: DepthSearch): void {
  const stack = [visitSchema(start, search)];
  for (let current = stack.at(-1); current !== undefined; current = stack.at(-1)) {
    const part = current.subschemas[current.nextSubschema++];
    if (part === undefined) {
      stack.pop();
      const parent = stack.at(-1);
      if (parent !== undefined) parent.lowestIndex = Math.min(parent.lowestIndex, current.lowestIndex);
      if (current.lowestIndex === current.index) finishComponent(current, search);
    } else if (!search.depths.has(part)) {
      const visitedPart = search.unfinished.get(part);
      if (visitedPart === undefined) stack.push(visitSchema(part, search));
      else current.lowestIndex = Math.min(current.lowestIndex, visitedPart.index);
    }
  }
}

function visitSchema(schema: Schema, { unfinished, path }: DepthSearch): VisitedSchema {
  const index = path.length;
  const visited: VisitedSchema = {
    schema,
    index,
    lowestIndex: index,
    subschemas: inPlaceSubschemas(schema),
    nextSubschema: 0,
  };
  unfinished.set(schema, visited);
  path.push(visited);
  return visited;
}

function finishComponent({ index }: VisitedSchema, { depths, unfinished, path }: DepthSearch): void {
  const component = path.splice(index);
  const isEndless = component.length > 1 || component.some(({ schema, subschemas }) => subschemas.includes(schema));
  for (const { schema, subschemas } of component) {
    unfinished.delete(schema);
    const below = subschemas.reduce((max, part) => Math.max(max, finiteDepth(depths.get(part))), 0);
    depths.set(schema, isEndless ? Infinity : below + 1);
  }
}

/** A schema that leads to a cycle is not part of it. */
function finiteDepth(depth = 0): number {
  return depth === Infinity ? 1 : depth;
}
