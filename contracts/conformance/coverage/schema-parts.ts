/** Walks schemas: all that a body may be judged by, and the properties that they declare, by their path. */
import type { Direction, Schema } from '../../../spec/model/schema.ts';
import { formatPath } from '../../../spec/validation/validate.ts';

/** Of large or recursive schemas, the first ones. */
const MOST_PROPERTIES = 200;
const DEEPEST = 8;
const MOST_VISITS = 1_000;

/** A property by its path, whichever schemas declare it. */
export interface DeclaredProperty {
  /** `body.lines[].size` */
  readonly path: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
}

/** Every schema that may judge a part of the value, each once; lazily, for who looks for one. */
export function* schemasWithin(root: Schema, direction: Direction): Generator<Schema> {
  const seen = new Set<Schema>([root]);
  for (const schema of seen) {
    yield schema;
    for (const part of [...combined(schema), ...partsBelow(schema)])
      if (!isHidden(part, direction)) seen.add(part);
  }
}

/** Those that judge the same value: the schema itself, and what it combines. */
function viewsOf(root: Schema): ReadonlySet<Schema> {
  const seen = new Set<Schema>([root]);
  for (const schema of seen) for (const part of combined(schema)) seen.add(part);
  return seen;
}

function combined({
  allOf,
  anyOf,
  oneOf,
  then,
  else: otherwise,
  dependentSchemas,
}: Schema): readonly Schema[] {
  const conditional = [then, otherwise].filter((part) => part !== undefined);
  return [...allOf, ...anyOf, ...oneOf, ...conditional, ...dependentSchemas.values()];
}

function isHidden({ readOnly, writeOnly }: Schema, direction: Direction): boolean {
  return direction === 'request' ? readOnly : writeOnly;
}

function partsBelow(schema: Schema): readonly Schema[] {
  const { properties, patternProperties, additionalProperties, items, prefixItems } = schema;
  const one = [additionalProperties, items].filter((part) => part?.possible === true);
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
  collect({ schema: root, path: 'body', above: [] });
  return [...found.values()];

  function collect(visit: Visit): void {
    const { schema, path, above } = visit;
    if (above.length > DEEPEST || above.includes(schema) || ++visits > MOST_VISITS) return;
    const views = [...viewsOf(schema)];
    for (const view of views) {
      for (const [name, part] of view.properties) {
        if (isHidden(part, direction) || found.size >= MOST_PROPERTIES) continue;
        const own = below(path, name);
        const isRequired = views.some(({ required }) => required.has(name));
        if (!found.has(own)) found.set(own, { path: own, schema: part, isRequired });
        collect(partVisit(visit, part, own));
      }
      for (const part of [...view.prefixItems, ...(view.items === undefined ? [] : [view.items])])
        collect(partVisit(visit, part, `${path}[]`));
    }
  }
}

function partVisit({ schema, above }: Visit, part: Schema, path: string): Visit {
  return { schema: part, path, above: [...above, schema] };
}

/** A schema on the way down, and those that led to it. */
interface Visit {
  readonly schema: Schema;
  readonly path: string;
  readonly above: readonly Schema[];
}

/** One step from a path, as `formatPath` writes it. */
export function below(path: string, name: string): string {
  return formatPath([name], path);
}

/** The path into a value, whichever item of an array it goes through. */
export function anyItem(at: readonly (string | number)[]): string {
  return at.reduce<string>(
    (path, part) => (typeof part === 'number' ? `${path}[]` : below(path, part)),
    'body',
  );
}
