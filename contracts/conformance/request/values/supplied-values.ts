/** Bodies with the values that exist, which the user supplies: sent as they are, where fresh ones would be rejected. */
import { isEqualJson, isJsonObject, type Json } from '../../../../spec/json/exact-json.ts';
import type { MediaType } from '../../../../spec/model/contract.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import { freshen, unlikelyFreshValues } from './freshen.ts';
import { findLocations, type Path, replaceAt, valueAt } from './value-locations.ts';

/** Values of a body that stay as they are, and where. */
export interface PreservedValues {
  readonly preservedNames: ReadonlySet<Json>;
  readonly referencePaths: readonly Path[];
}

/** The body with the properties that are supplied, and with the first body that is. */
export function withSuppliedValues(full: Json, media: MediaType, schema: Schema): Json {
  const [body] = media.isSupplied === true ? media.examples : [];
  const merged = body === undefined ? full : mergeBodies(full, body.value);
  const whole = isValid(schema, merged, 'request') ? merged : (body?.value ?? full);
  return suppliedLocations(whole, media, schema).reduce((value, { path, supplied }) => {
    const changed = replaceAt(value, path, supplied);
    return isValid(schema, changed, 'request') ? changed : value;
  }, whole);
}

/** Objects are merged, everything else is that of the second. */
function mergeBodies(one: Json, other: Json): Json {
  if (!isJsonObject(one) || !isJsonObject(other)) return other;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries(
    [...names].map((name) => {
      const [first, second] = [one[name], other[name]];
      return [
        name,
        first === undefined || second === undefined ? (second ?? first ?? null) : mergeBodies(first, second),
      ];
    }),
  );
}

/** The supplied properties of a body; undefined where there are none. */
export function preservedProperties(full: Json, media: MediaType, schema: Schema): PreservedValues | undefined {
  const found = suppliedLocations(full, media, schema).filter(({ path, supplied }) =>
    isEqualJson(valueAt(full, path) ?? null, supplied),
  );
  if (found.length === 0) return undefined;
  return {
    preservedNames: new Set(found.flatMap(({ supplied }) => [...scalarsIn(supplied)])),
    referencePaths: found.map(({ path }) => path),
  };
}

interface SuppliedLocation {
  readonly path: Path;
  readonly supplied: Json;
}

function suppliedLocations(full: Json, { suppliedProperties }: MediaType, schema: Schema): readonly SuppliedLocation[] {
  if (suppliedProperties === undefined) return [];
  return [...findLocations(schema, full, { items: 'all' })].flatMap(({ path }) => {
    const name = path.filter((part) => typeof part === 'string').join('.');
    const [supplied] = typeof path.at(-1) === 'number' ? [] : (suppliedProperties.get(name) ?? []);
    return supplied === undefined ? [] : [{ path, supplied }];
  });
}

/** What fresh values would replace in a body. */
export function freshenedValues(full: Json, schema: Schema): PreservedValues {
  const freshened = freshen(full, schema, unlikelyFreshValues);
  const replaced = [...findLocations(schema, full, { items: 'all' })].filter(
    ({ path, value }) => typeof value !== 'object' && !isEqualJson(valueAt(freshened, path) ?? null, value),
  );
  return {
    preservedNames: new Set(replaced.map(({ value }) => value)),
    referencePaths: replaced.map(({ path }) => path),
  };
}

function* scalarsIn(value: Json): Generator<Json> {
  if (typeof value !== 'object' || value === null) yield value;
  else for (const part of Object.values(value)) yield* scalarsIn(part);
}
