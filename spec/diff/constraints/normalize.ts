/** Normalizes constraints: removes those implied by others, and detects contradictions. */
import { compareNumbers } from '../../json/exact-json.ts';
import { type MultipleOf, scaleTo, toMultipleOf, toNumber } from '../../model/multiple-of.ts';
import { patternLengths } from '../patterns/pattern-inclusion.ts';
import type {
  ArrayConstraints,
  Bound,
  Constraints,
  NumberConstraints,
  ObjectConstraints,
  StringConstraints,
} from './constraints.ts';

/** Undefined if no value satisfies them. */
export function normalizeConstraints(constraints: Constraints): Constraints | undefined {
  const number = normalizeNumber(constraints.number);
  const string = normalizeString(constraints.string, constraints.formats);
  const array = normalizeArray(constraints.array);
  const object = normalizeObject(constraints.object);
  const isEmpty = isEmptyRange(number) || string.min > string.max || array.min > array.max || object.min > object.max;
  return isEmpty ? undefined : { ...constraints, number, string, array, object };
}

function isEmptyRange({ lower, upper }: NumberConstraints): boolean {
  if (lower === undefined || upper === undefined) return false;
  const order = compareNumbers(lower.value, upper.value);
  return order > 0 || (order === 0 && (lower.isExclusive || upper.isExclusive));
}

/** Moves bounds to the nearest allowed value. */
function normalizeNumber({ lower, upper, multipleOf }: NumberConstraints): NumberConstraints {
  if (multipleOf === undefined || multipleOf.digits <= 0n) return { lower, upper, multipleOf };
  return {
    lower: moveToMultiple(lower, multipleOf, 1n),
    upper: moveToMultiple(upper, multipleOf, -1n),
    multipleOf,
  };
}

function moveToMultiple(bound: Bound | undefined, step: MultipleOf, direction: 1n | -1n): Bound | undefined {
  if (bound === undefined) return undefined;
  const end = toMultipleOf(bound.value);
  const exponent = Math.min(end.exponent, step.exponent);
  const [value, size] = [scaleTo(end, exponent), scaleTo(step, exponent)];
  const remainder = ((value % size) + size) % size;
  const isExcluded = remainder === 0n && bound.isExclusive;
  const first = remainder === 0n ? value : value + (direction === 1n ? size - remainder : -remainder);
  return {
    value: toNumber({ digits: isExcluded ? first + direction * size : first, exponent }),
    isExclusive: false,
  };
}

/** Minimum and maximum length of the values of a format, if the format limits them. */
const formatLengths: ReadonlyMap<string, readonly [min: number, max: number]> = new Map([
  ['uuid', [36, 36]],
  ['date', [10, 10]],
  ['date-time', [20, Infinity]],
  ['time', [9, Infinity]],
  ['ipv4', [7, 15]],
  ['ipv6', [2, 45]],
  ['email', [3, Infinity]],
  ['hostname', [1, 253]],
  ['duration', [3, Infinity]],
]);

function normalizeString({ min, max, patterns }: StringConstraints, formats: ReadonlySet<string>): StringConstraints {
  const lengths = [...formats].map((format) => formatLengths.get(format)).filter((pair) => pair !== undefined);
  const distinct = new Map(patterns.map((pattern) => [pattern.source, pattern]));
  const matchedLengths = [...distinct.values()].map(patternLengths);
  return {
    min: Math.max(min, ...lengths.map(([minLength]) => minLength), ...matchedLengths.map((one) => one.min)),
    max: Math.min(max, ...lengths.map(([, maxLength]) => maxLength), ...matchedLengths.map((one) => one.max)),
    patterns: [...distinct.values()],
  };
}

/** Turns `items: false` into a maximum count, and drops constraints on items that cannot exist. */
function normalizeArray(array: ArrayConstraints): ArrayConstraints {
  const impossible = array.tuples.map(({ first, rest }) => {
    const index = first.findIndex((part) => part?.isSatisfiable === false);
    if (index >= 0) return index;
    return rest?.isSatisfiable === false ? first.length : Infinity;
  });
  const [unconstrained, constrained] = [
    array.contains.filter(acceptsAnyItem),
    array.contains.filter((one) => !acceptsAnyItem(one)),
  ];
  const min = Math.max(array.min, ...unconstrained.map((one) => one.min));
  const max = Math.min(array.max, ...impossible, ...unconstrained.map((one) => one.max));
  const tuples = array.tuples
    .map((tuple) => {
      const { first, rest } = tuple;
      // Keeps the same object, so that tuples reachable in two ways are recognized as duplicates.
      if (max > first.length || (max === first.length && rest === undefined)) return tuple;
      return { first: first.slice(0, max), rest: undefined };
    })
    .filter(({ first, rest }) => first.length > 0 || rest !== undefined);
  return { min, max, isUnique: array.isUnique && max > 1, tuples, contains: constrained };
}

function acceptsAnyItem({ schema }: ArrayConstraints['contains'][number]): boolean {
  return schema.isSatisfiable && schema.keywordLines.size === 0;
}

function normalizeObject(object: ObjectConstraints): ObjectConstraints {
  const required = new Set([...object.required].filter((name) => !object.hidden.has(name)));
  const optional = [...object.dependentRequired].filter(([name, needed]) => {
    if (!required.has(name)) return needed.size > 0;
    for (const other of needed) if (!object.hidden.has(other)) required.add(other);
    return false;
  });
  return {
    ...object,
    required,
    min: Math.max(object.min, required.size),
    dependentRequired: new Map(optional),
  };
}
