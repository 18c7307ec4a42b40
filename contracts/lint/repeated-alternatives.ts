/** `oneOf` where a value that matches one alternative always matches another one too, and is invalid. */
import type { Schema } from '../../spec/model/schema.ts';

/**
 * Whether each alternative has an equal one, or one that requires less. With a discriminator, the value names the
 * alternative that applies.
 */
export function hasOnlyRepeatedAlternatives({ oneOf, discriminator }: Schema): boolean {
  const hasWider = (one: Schema) => oneOf.some((other) => other !== one && allowsAllOf(other, one));
  const isRepeated = (one: Schema) => oneOf.indexOf(one) !== oneOf.lastIndexOf(one) || hasWider(one);
  return oneOf.length > 1 && discriminator === undefined && oneOf.every(isRepeated);
}

/** Whether the narrower schema only adds properties and required names to the wider one. */
function allowsAllOf(wider: Schema, narrower: Schema): boolean {
  const { properties, required, ...rest } = wider;
  const { properties: moreProperties, required: moreRequired, ...others } = narrower;
  const isClosed = rest.additionalProperties !== undefined || rest.patternProperties.length > 0;
  const namesDiffer = properties.size !== moreProperties.size;
  return (
    !(isClosed && namesDiffer) &&
    required.isSubsetOf(moreRequired) &&
    [...properties].every(([name, part]) => areEqual(part, moreProperties.get(name), MAX_DEPTH)) &&
    areEqual(rest, others, MAX_DEPTH)
  );
}

/** In steps from a schema into its members: deeper schemas, and those that contain themselves, count as different. */
const MAX_DEPTH = 32;

/** What does not decide which values are valid. */
const annotations = new Set(['place', 'keywordLines', 'description', 'examples', 'default', 'xml']);

/** Compares members of schemas: keywords, and the collections and schemas in them. */
function areEqual(one: unknown, other: unknown, depth: number): boolean {
  if (Object.is(one, other)) return true;
  if (depth === 0 || typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return false;
  if (one instanceof RegExp || other instanceof RegExp) return String(one) === String(other);
  if (isCollection(one) && isCollection(other)) return areEqualLists([...one], [...other], depth);
  if (isCollection(one) || isCollection(other)) return false;
  const members = (value: object) => Object.entries(value).filter(([name, part]) => isRule(name, part));
  return areEqualLists(sorted(members(one)), sorted(members(other)), depth);
}

function isCollection(value: object): value is Iterable<unknown> {
  return Array.isArray(value) || value instanceof Map || value instanceof Set;
}

function areEqualLists(one: readonly unknown[], other: readonly unknown[], depth: number): boolean {
  return one.length === other.length && one.every((part, index) => areEqual(part, other[index], depth - 1));
}

function isRule(name: string, value: unknown): boolean {
  return !annotations.has(name) && value !== undefined;
}

function sorted(members: readonly (readonly [string, unknown])[]): readonly (readonly [string, unknown])[] {
  return members.toSorted(([one], [other]) => (one < other ? -1 : 1));
}
