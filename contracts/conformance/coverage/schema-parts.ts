/** Traverses schemas: all that may apply to a body, and the properties that they declare, by path. */
import type { Direction, Schema } from '../../../spec/model/schema.ts';
import { formatPath } from '../../../spec/validation/validate.ts';

/** Limits for large and recursive schemas. */
const MAX_PROPERTIES = 200;
const MAX_DEPTH = 8;
const MAX_VISITS = 1_000;

/** A property by its path, whichever schema declares it. */
export interface DeclaredProperty {
  /** `body.lines[].size` */
  readonly path: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
}

/** Every schema that may apply to a part of the value, each once; lazy, for callers that search. */
export function* reachableSchemas(root: Schema, direction: Direction): Generator<Schema> {
  const seen = new Set<Schema>([root]);
  for (const schema of seen) {
    yield schema;
    for (const part of [...directCombinations(schema), ...childSchemas(schema)])
      if (!isHiddenIn(part, direction)) seen.add(part);
  }
}

/** The schemas that apply to the same value: the schema itself and its combinators. */
function combinedSchemas(root: Schema): ReadonlySet<Schema> {
  const seen = new Set<Schema>([root]);
  for (const schema of seen) for (const part of directCombinations(schema)) seen.add(part);
  return seen;
}

function directCombinations({
  allOf,
  anyOf,
  oneOf,
  then,
  else: elseBranch,
  dependentSchemas,
}: Schema): readonly Schema[] {
  const conditional = [then, elseBranch].filter((part) => part !== undefined);
  return [...allOf, ...anyOf, ...oneOf, ...conditional, ...dependentSchemas.values()];
}

function isHiddenIn({ readOnly, writeOnly }: Schema, direction: Direction): boolean {
  return direction === 'request' ? readOnly : writeOnly;
}

function childSchemas(schema: Schema): readonly Schema[] {
  const { properties, patternProperties, additionalProperties, items, prefixItems } = schema;
  const one = [additionalProperties, items].filter((part) => part?.isSatisfiable === true);
  return [
    ...properties.values(),
    ...patternProperties.map((part) => part.schema),
    ...prefixItems,
    ...one.filter((part) => part !== undefined),
  ];
}

/** The properties that a body may have, at every depth. */
export function declaredProperties(root: Schema, direction: Direction): readonly DeclaredProperty[] {
  const found = new Map<string, DeclaredProperty>();
  let visits = 0;
  collect({ schema: root, path: 'body', ancestors: [] });
  return [...found.values()];

  function collect(visit: Visit): void {
    const { schema, path, ancestors } = visit;
    if (ancestors.length > MAX_DEPTH || ancestors.includes(schema) || ++visits > MAX_VISITS) return;
    const views = [...combinedSchemas(schema)];
    for (const view of views) {
      for (const [name, part] of view.properties) {
        if (isHiddenIn(part, direction) || found.size >= MAX_PROPERTIES) continue;
        const propertyPath = appendToPath(path, name);
        const isRequired = views.some(({ required }) => required.has(name));
        if (!found.has(propertyPath)) found.set(propertyPath, { path: propertyPath, schema: part, isRequired });
        collect(childVisit(visit, part, propertyPath));
      }
      for (const part of [...view.prefixItems, ...(view.items === undefined ? [] : [view.items])])
        collect(childVisit(visit, part, `${path}[]`));
    }
  }
}

function childVisit({ schema, ancestors }: Visit, part: Schema, path: string): Visit {
  return { schema: part, path, ancestors: [...ancestors, schema] };
}

/** A visited schema and its ancestors. */
interface Visit {
  readonly schema: Schema;
  readonly path: string;
  readonly ancestors: readonly Schema[];
}

/** Appends a property name to a path in the notation of `formatPath`. */
export function appendToPath(path: string, name: string): string {
  return formatPath([name], path);
}

/** The path into a value, with `[]` for any item of an array. */
export function pathWithAnyItem(valuePath: readonly (string | number)[]): string {
  return valuePath.reduce<string>(
    (path, part) => (typeof part === 'number' ? `${path}[]` : appendToPath(path, part)),
    'body',
  );
}
