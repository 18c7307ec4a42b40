/** The same demands in their one spelling: what follows from others is left out, what contradicts itself allows nothing. */
import { compareNumbers } from '../../json/exact-json.ts';
import { lengthsOf } from '../patterns/pattern-inclusion.ts';
import type { Bound, Demands, ListDemands, NumberDemands, ObjectDemands, TextDemands } from './demands.ts';
import { numberOf, type Step, scaled, stepOf } from './steps.ts';

/** Undefined where no value meets them. */
export function settle(demands: Demands): Demands | undefined {
  const number = settleNumber(demands.number);
  const text = settleText(demands.text, demands.formats);
  const list = settleList(demands.list);
  const object = settleObject(demands.object);
  const isEmpty =
    isEmptyRange(number) || text.min > text.max || list.min > list.max || object.min > object.max;
  return isEmpty ? undefined : { ...demands, number, text, list, object };
}

function isEmptyRange({ lower, upper }: NumberDemands): boolean {
  if (lower === undefined || upper === undefined) return false;
  const order = compareNumbers(lower.value, upper.value);
  return order > 0 || (order === 0 && (lower.isExclusive || upper.isExclusive));
}

/** Bounds are moved to the nearest value that there is. */
function settleNumber({ lower, upper, step }: NumberDemands): NumberDemands {
  if (step === undefined || step.digits <= 0n) return { lower, upper, step };
  return { lower: onStep(lower, step, 1n), upper: onStep(upper, step, -1n), step };
}

function onStep(bound: Bound | undefined, step: Step, direction: 1n | -1n): Bound | undefined {
  if (bound === undefined) return undefined;
  const end = stepOf(bound.value);
  const exponent = Math.min(end.exponent, step.exponent);
  const [value, size] = [scaled(end, exponent), scaled(step, exponent)];
  const over = ((value % size) + size) % size;
  const isPassed = over === 0n && bound.isExclusive;
  const first = over === 0n ? value : value + (direction === 1n ? size - over : -over);
  return {
    value: numberOf({ digits: isPassed ? first + direction * size : first, exponent }),
    isExclusive: false,
  };
}

/** Characters that a value of the format has at least and at most, where the format fixes that. */
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

function settleText({ min, max, patterns }: TextDemands, formats: ReadonlySet<string>): TextDemands {
  const lengths = [...formats]
    .map((format) => formatLengths.get(format))
    .filter((pair) => pair !== undefined);
  const distinct = new Map(patterns.map((pattern) => [pattern.source, pattern]));
  const matched = [...distinct.values()].map(lengthsOf);
  return {
    min: Math.max(min, ...lengths.map(([least]) => least), ...matched.map((one) => one.min)),
    max: Math.min(max, ...lengths.map(([, most]) => most), ...matched.map((one) => one.max)),
    patterns: [...distinct.values()],
  };
}

/** `items: false` is a count, and what can never be there has no demands. */
function settleList(list: ListDemands): ListDemands {
  const impossible = list.tuples.map(({ first, rest }) => {
    const index = first.findIndex((part) => part?.possible === false);
    if (index >= 0) return index;
    return rest?.possible === false ? first.length : Infinity;
  });
  const [any, kinds] = [list.contains.filter(isAnything), list.contains.filter((one) => !isAnything(one))];
  const min = Math.max(list.min, ...any.map((one) => one.min));
  const max = Math.min(list.max, ...impossible, ...any.map((one) => one.max));
  const tuples = list.tuples
    .map((tuple) => {
      const { first, rest } = tuple;
      // The same object: tuples that are reached by two ways are then seen to be one.
      if (max > first.length || (max === first.length && rest === undefined)) return tuple;
      return { first: first.slice(0, max), rest: undefined };
    })
    .filter(({ first, rest }) => first.length > 0 || rest !== undefined);
  return { min, max, isUnique: list.isUnique && max > 1, tuples, contains: kinds };
}

function isAnything({ kind }: ListDemands['contains'][number]): boolean {
  return kind.possible && kind.keywordLines.size === 0;
}

function settleObject(object: ObjectDemands): ObjectDemands {
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
