/**
 * The schemas that get a name: the components of the document, and others that are used several times or that contain
 * themselves. Also those whose requests have another type than their responses.
 */

import { splitPointer } from '../json/pointer.ts';
import type { Contract } from '../model/contract.ts';
import type { Schema } from '../model/schema.ts';

export interface NamedSchemas {
  /** In the order of the document. */
  readonly names: ReadonlyMap<Schema, string>;
  /** A required property of it, at any depth, is only in requests or only in responses. */
  readonly directed: ReadonlySet<Schema>;
}

export function nameSchemas(contract: Contract, roots: readonly Schema[]): NamedSchemas {
  const components = (contract.componentParts?.schemas ?? []).filter(
    ({ place }) => componentName(place.pointer) !== undefined,
  );
  const graph = collectSchemas([...components, ...roots]);
  const names = new Map<Schema, string>();
  const taken = new Set<string>();
  const isNamed = (schema: Schema, uses: number) => componentName(schema.place.pointer) !== undefined || uses > 1;
  const all = [...graph.uses].filter(([schema, uses]) => isNamed(schema, uses) && schema.isSatisfiable);
  const main = contract.place.file;
  // Components of the document keep their names.
  for (const [schema] of all.toSorted(([a], [b]) => rank(a, main) - rank(b, main)))
    names.set(schema, uniqueName(componentName(schema.place.pointer) ?? lastStep(schema), taken));
  return { names, directed: findDirected(graph) };
}

function rank({ place }: Schema, main: string): number {
  if (componentName(place.pointer) === undefined) return 2;
  return place.file === main ? 0 : 1;
}

/** `Order` for `/components/schemas/Order` and for `/definitions/Order` of Swagger 2.0. */
function componentName(pointer: string): string | undefined {
  return /^\/(?:components\/schemas|definitions)\/[^/]+$/.test(pointer) ? splitPointer(pointer).at(-1) : undefined;
}

function lastStep({ place }: Schema): string {
  const file = place.file.replace(/^.*\//s, '').replace(/\..*$/s, '');
  return splitPointer(place.pointer).at(-1) || file || 'Schema';
}

function uniqueName(name: string, taken: Set<string>): string {
  let candidate = name;
  for (let number = 2; taken.has(candidate); number++) candidate = `${name}_${number}`;
  taken.add(candidate);
  return candidate;
}

interface SchemaGraph {
  /** How often each schema is referred to. */
  readonly uses: ReadonlyMap<Schema, number>;
  readonly parents: ReadonlyMap<Schema, readonly Schema[]>;
}

/** Iterative: references may be deeper than the stack. */
function collectSchemas(roots: readonly Schema[]): SchemaGraph {
  const uses = new Map<Schema, number>();
  const parents = new Map<Schema, Schema[]>();
  const pending: Schema[] = [];
  const use = (schema: Schema) => {
    const count = uses.get(schema) ?? 0;
    uses.set(schema, count + 1);
    if (count === 0) pending.push(schema);
  };
  for (const root of roots) use(root);
  for (const schema of pending)
    for (const child of printedChildren(schema)) {
      use(child);
      parents.set(child, [...(parents.get(child) ?? []), schema]);
    }
  return { uses, parents };
}

/** The subschemas that a type shows. */
export function printedChildren(schema: Schema): readonly Schema[] {
  const { properties, patternProperties, additionalProperties, prefixItems, items, allOf, anyOf, oneOf } = schema;
  return [
    ...properties.values(),
    ...patternProperties.map((one) => one.schema),
    ...(additionalProperties === undefined ? [] : [additionalProperties]),
    ...prefixItems,
    ...(items === undefined ? [] : [items]),
    ...allOf,
    ...anyOf,
    ...oneOf,
  ];
}

function findDirected({ uses, parents }: SchemaGraph): ReadonlySet<Schema> {
  const directed = new Set([...uses.keys()].filter(hasDirectedProperty));
  for (const schema of directed) for (const parent of parents.get(schema) ?? []) directed.add(parent);
  return directed;
}

function hasDirectedProperty({ properties, required }: Schema): boolean {
  return [...properties].some(([name, { readOnly, writeOnly }]) => required.has(name) && (readOnly || writeOnly));
}
