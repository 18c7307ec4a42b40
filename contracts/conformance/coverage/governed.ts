/** A body and its schema in; out come the parts of it with the schemas that judge them, and the keywords that it breaks. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json/exact-json.ts';
import { type Direction, keywordPlace, type Schema } from '../../../spec/model/schema.ts';
import { isValid, type Violation, validate } from '../../../spec/validation/validate.ts';

/** A part of a value and one of the schemas that judge it. */
export interface Governed {
  readonly schema: Schema;
  readonly value: Json;
  readonly at: readonly (string | number)[];
}

const MOST_ITEMS = 20;
const DEEPEST = 12;

/** Every part of a value with every schema that judges it, each once; of alternatives, those that it fits. */
export function governed({ schema, value, at }: Governed, direction: Direction): Generator<Governed> {
  return governedBy(new Set([schema]), { value, at }, direction);
}

function* governedBy(
  schemas: Set<Schema>,
  part: Omit<Governed, 'schema'>,
  direction: Direction,
): Generator<Governed> {
  if (part.at.length > DEEPEST) return;
  // A set hands out what is added to it on the way: however many ways lead to a schema, it counts once.
  for (const schema of schemas) {
    yield { ...part, schema };
    for (const next of combinedIn({ ...part, schema }, direction)) schemas.add(next);
  }
  const inside = [...schemas].flatMap((schema) => partsOf({ ...part, schema }));
  for (const [first, ...others] of Map.groupBy(inside, ({ at }) => at.at(-1)).values()) {
    if (first === undefined) continue;
    const judges = new Set([first, ...others].map(({ schema }) => schema));
    yield* governedBy(judges, { value: first.value, at: first.at }, direction);
  }
}

function combinedIn({ schema, value }: Governed, direction: Direction): readonly Schema[] {
  const fits = (part: Schema) => isValid(part, value, direction);
  const { allOf, anyOf, oneOf, if: condition, dependentSchemas } = schema;
  const branch = condition === undefined ? undefined : fits(condition) ? schema.then : schema.else;
  const dependent = isJsonObject(value)
    ? [...dependentSchemas].filter(([name]) => Object.hasOwn(value, name)).map(([, part]) => part)
    : [];
  return [
    ...allOf,
    ...anyOf.filter(fits),
    ...oneOf.filter(fits),
    ...dependent,
    ...(branch === undefined ? [] : [branch]),
  ];
}

function partsOf({ schema, value, at }: Governed): readonly Governed[] {
  if (isJsonObject(value)) return membersOf(schema, value, at);
  if (!isJsonArray(value)) return [];
  return value.slice(0, MOST_ITEMS).flatMap((item, index) => {
    const judge = schema.prefixItems[index] ?? schema.items;
    return judge === undefined ? [] : [{ schema: judge, value: item, at: [...at, index] }];
  });
}

function membersOf(schema: Schema, value: JsonObject, at: Governed['at']): readonly Governed[] {
  return Object.entries(value).flatMap(([name, part]) => {
    const matching = schema.patternProperties.filter(({ pattern }) => pattern.test(name));
    const declared = [schema.properties.get(name), ...matching.map((one) => one.schema)];
    const judges = declared.filter((one) => one !== undefined);
    const others = judges.length > 0 ? judges : [schema.additionalProperties ?? []].flat();
    return others.map((judge) => ({ schema: judge, value: part, at: [...at, name] }));
  });
}

/** A keyword that a value breaks, and where in the value. */
interface BrokenKeyword {
  readonly pointer: string;
  readonly at: readonly (string | number)[];
}

/** What a body breaks; within alternatives of which none fits, by the alternative that is the closest. */
export function brokenKeywords(body: Governed): readonly BrokenKeyword[] {
  const violations = validate(body.schema, body.value, 'request').map((one) => ({
    ...one,
    at: [...body.at, ...one.at],
  }));
  return violations.flatMap((violation) => [
    { pointer: violation.place.pointer, at: violation.at },
    ...brokenItems(body, violation),
    ...brokenAlternatives(body, violation),
  ]);
}

/** An array breaks its `items` by each item that is wrong. */
function brokenItems(body: Governed, { at }: Violation): readonly BrokenKeyword[] {
  if (!at.some((part) => typeof part === 'number')) return [];
  return [...governed(body, 'request')]
    .filter((part) => isJsonArray(part.value) && part.schema.items !== undefined && leadsTo(part.at, at))
    .map((part) => ({ pointer: keywordPlace(part.schema, 'items').pointer, at: part.at }));
}

function leadsTo(array: Governed['at'], at: Governed['at']): boolean {
  return typeof at[array.length] === 'number' && array.every((part, index) => part === at[index]);
}

function brokenAlternatives(body: Governed, { rule, place, at }: Violation): readonly BrokenKeyword[] {
  if (rule !== 'oneOf' && rule !== 'anyOf') return [];
  const holder = [...governed(body, 'request')].find(
    (part) =>
      keywordPlace(part.schema, rule).pointer === place.pointer &&
      part.at.length === at.length &&
      part.at.every((one, index) => one === at[index]),
  );
  if (holder === undefined) return [];
  const closest = closestOf(holder.schema[rule], holder.value);
  return closest === undefined ? [] : brokenKeywords({ ...holder, schema: closest });
}

function closestOf(parts: readonly Schema[], value: Json): Schema | undefined {
  const [best] = parts
    .map((part) => ({ part, count: validate(part, value, 'request').length }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => a.count - b.count);
  return best?.part;
}
