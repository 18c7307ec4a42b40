/** Compares two schemas by structure, not meaning, in time linear in their size. */
import { canonicalJson, type Json } from '../../json/exact-json.ts';
import type { Discriminator, PatternProperty, Schema } from '../../model/schema.ts';
import { schemaListKeywords, schemaMapKeywords, singleSchemaKeywords } from '../../model/schema-keywords.ts';

type SchemaPair = readonly [Schema | undefined, Schema | undefined];

/**
 * Compares keyword by keyword through all references, including cycles. Each visited pair is assumed equal (Hopcroft
 * and Karp's equivalence test for automata), so that no more pairs are visited than there are schemas.
 */
export function areStructurallyEqual(before: Schema | undefined, after: Schema | undefined): boolean {
  const classes = new Map<Schema, Schema>();
  const queue: SchemaPair[] = [[before, after]];
  for (let pair = queue.pop(); pair !== undefined; pair = queue.pop()) {
    const [a, b] = pair;
    if (a === undefined || b === undefined) {
      if (a !== b) return false;
      continue;
    }
    const [first, second] = [findRepresentative(classes, a), findRepresentative(classes, b)];
    if (first === second) continue;
    const parts = haveSameKeywords(a, b) ? pairSubschemas(a, b) : undefined;
    if (parts === undefined) return false;
    classes.set(first, second);
    for (const part of parts) queue.push(part);
  }
  return true;
}

function findRepresentative(classes: Map<Schema, Schema>, schema: Schema): Schema {
  let representative = schema;
  for (let next = classes.get(representative); next !== undefined; next = classes.get(representative)) {
    const beyond = classes.get(next);
    if (beyond !== undefined) classes.set(representative, beyond);
    representative = next;
  }
  return representative;
}

function haveSameKeywords(a: Schema, b: Schema): boolean {
  return (
    scalarKeywords.every((keyword) => a[keyword] === b[keyword]) &&
    a.pattern?.source === b.pattern?.source &&
    a.types?.symmetricDifference(b.types ?? new Set()).size === (b.types === undefined ? undefined : 0) &&
    a.required.symmetricDifference(b.required).size === 0 &&
    valueKeywords(a) === valueKeywords(b)
  );
}

const scalarKeywords = [
  'isSatisfiable',
  'format',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minProperties',
  'maxProperties',
  'minContains',
  'maxContains',
  'minItems',
  'maxItems',
  'uniqueItems',
  'readOnly',
  'writeOnly',
  'contentMediaType',
  'contentEncoding',
] as const;

/** Serializes the keywords whose values are JSON. */
function valueKeywords({ enum: values, const: only, default: defaultValue, dependentRequired, xml }: Schema): string {
  const keywordValues: readonly (Json | undefined)[] = [values, only?.value, defaultValue?.value];
  const texts = keywordValues.map((value) => (value === undefined ? '' : canonicalJson(value)));
  const dependents = [...dependentRequired].map(([name, names]) => [name, ...names]);
  return JSON.stringify([texts, dependents, xml]);
}

/** Undefined if one schema has a subschema that the other lacks. */
function pairSubschemas(a: Schema, b: Schema): readonly SchemaPair[] | undefined {
  const lists = [
    ...schemaListKeywords.map((keyword) => pairByIndex(a[keyword], b[keyword])),
    pairByIndex(patternSchemas(a.patternProperties), patternSchemas(b.patternProperties)),
    ...schemaMapKeywords.map((keyword) => pairByName(a[keyword], b[keyword])),
    ...pairDiscriminators(a.discriminator, b.discriminator),
  ];
  const hasSameNames = patternSources(a.patternProperties) === patternSources(b.patternProperties);
  if (!hasSameNames || lists.includes(undefined)) return undefined;
  return [
    ...singleSchemaKeywords.map((keyword): SchemaPair => [a[keyword], b[keyword]]),
    ...lists.flatMap((list) => list ?? []),
  ];
}

function patternSchemas(properties: readonly PatternProperty[]): readonly Schema[] {
  return properties.map(({ schema }) => schema);
}

function patternSources(properties: readonly PatternProperty[]): string {
  return JSON.stringify(properties.map(({ pattern }) => pattern.source));
}

function pairByIndex(a: readonly Schema[], b: readonly Schema[]): readonly SchemaPair[] | undefined {
  return a.length === b.length ? a.map((schema, index): SchemaPair => [schema, b[index]]) : undefined;
}

type SchemasByName = ReadonlyMap<string, Schema>;

function pairByName(a: SchemasByName, b: SchemasByName): readonly SchemaPair[] | undefined {
  return a.size === b.size ? [...a].map(([name, schema]): SchemaPair => [schema, b.get(name)]) : undefined;
}

function pairDiscriminators(
  a: Discriminator | undefined,
  b: Discriminator | undefined,
): readonly (readonly SchemaPair[] | undefined)[] {
  if (a === undefined || b === undefined) return a === b ? [] : [undefined];
  const [unresolved, other] = [a, b].map((one) => JSON.stringify([...(one.unresolved ?? [])]));
  if (a.propertyName !== b.propertyName || unresolved !== other) return [undefined];
  return [pairByName(a.values, b.values), pairByName(a.subtypes ?? noSchemas, b.subtypes ?? noSchemas)];
}

const noSchemas: SchemasByName = new Map();
