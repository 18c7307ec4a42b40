/** Two sets of schemas for the same value, type by type; recursion comes back to a pair that is being compared. */
import { sameJson, stringifyJson } from '../../json/exact-json.ts';
import type { Direction } from '../../model/schema.ts';
import { type Demands, noDemands, type Type } from '../demands/demands.ts';
import { type DemandsOf, gatherer, isFree } from '../demands/gather.ts';
import { allTypes } from '../demands/read.ts';
import { type Whole, wholeOf } from '../demands/whole.ts';
import { spend } from '../effort.ts';
import type { SchemaKind } from '../rules/schema-rules.ts';
import { areAlike } from './alike.ts';
import { alternativesOf, compareAlternatives } from './alternatives.ts';
import { compareArrayDemands } from './arrays.ts';
import {
  type Comparison,
  type Difference,
  differenceOf,
  type Finding,
  type Pair,
  type Wholes,
} from './difference.ts';
import { compareDiscriminators } from './discriminators.ts';
import { compareExceptions } from './exceptions.ts';
import { compareNumberDemands } from './numbers.ts';
import { compareObjectDemands } from './objects.ts';
import { compareTextDemands } from './texts.ts';
import { compareValues } from './values.ts';
import { walkThrough } from './walk.ts';
import { describeTypes } from './words.ts';

/** A schema that is used in many places of one body is told of at no more than these. */
const MOST_TOLD = 3;

const demandsIn: Readonly<Record<Direction, DemandsOf>> = {
  request: gatherer(wholeOf, 'request'),
  response: gatherer(wholeOf, 'response'),
};

export function comparisonFor(direction: Direction): Comparison {
  const demandsOf = demandsIn[direction];
  const metIn = walkThrough(direction);
  const comparison: Comparison = { direction, wholeOf, demandsOf, compare, comparePart };

  function compare(before: Whole, after: Whole): readonly Difference[] {
    if (before.key === after.key) return [];
    return metIn({ before, after }, () => fewOfEach([...compareWholes(before, after)]));
  }

  function* compareWholes(before: Whole, after: Whole): Generator<Difference> {
    const [was, is] = [typesOf(before), typesOf(after)];
    const types = [...compareTypes({ before, after }, was, is)];
    yield* types;
    yield* compareDefaults(before, after);
    // Out of anything something, or the other way round: its parts are no changes of their own.
    if (types.length > 0 && (isAll(was) || isAll(is))) return;
    for (const [type, demands] of was) {
      const other = is.get(type);
      if (other !== undefined) yield* compareDemands({ before: demands, after: other });
    }
  }

  function comparePart(parts: Wholes, pair: Pair): readonly Difference[] {
    const { type } = pair.before;
    const [was, is] = [demandsOf(parts.before, type), demandsOf(parts.after, type)];
    if (was === undefined && is === undefined) return [];
    const found =
      was === undefined || is === undefined
        ? [differenceOf(pair, { ...oneSided(is === undefined), keyword: 'type' })]
        : [...compareDemands({ before: was, after: is })];
    const wholes = { before: pair.before.whole, after: pair.after.whole };
    // The values of the part are not all values of the pair.
    return found.map((one) => (isOf(one, parts) ? { ...one, wholes } : one));
  }

  function typesOf(whole: Whole): ReadonlyMap<Type, Demands> {
    const demands = allTypes.map((type) => [type, demandsOf(whole, type)] as const);
    return new Map(demands.flatMap(([type, one]) => (one === undefined ? [] : [[type, one] as const])));
  }

  function* compareDemands(pair: Pair): Generator<Difference> {
    const { before, after } = pair;
    if (before.values !== undefined || after.values !== undefined) yield* compareValues(pair, direction);
    else {
      const isFlat = before.choices.length + after.choices.length === 0;
      const found = isFlat ? compareFlat(pair) : [...compareChoices(pair)];
      yield* found;
      yield* compareDiscriminators(pair, comparison, found);
    }
  }

  function* compareChoices(pair: Pair): Generator<Difference> {
    const [before, after] = [pair.before, pair.after].map((one) => alternativesOf(one, direction));
    if (before === undefined || after === undefined) {
      if (haveSameOptions(pair)) yield* compareFlat(pair);
      else
        yield differenceOf(pair, {
          kind: 'schema-not-compared',
          keyword: 'anyOf',
          was: 'very many alternatives',
          is: 'very many alternatives',
        });
    } else yield* compareAlternatives({ pair, direction, before, after, differ: compareFlat });
  }

  function compareFlat(pair: Pair): readonly Difference[] {
    spend();
    const { before, after } = pair;
    if (before.values !== undefined || after.values !== undefined) return [...compareValues(pair, direction)];
    const own = [...compareOwn(pair)];
    return [...own, ...compareExceptions(pair, comparison, own)];
  }

  function* compareOwn(pair: Pair): Generator<Difference> {
    const { type } = pair.before;
    if (type === 'number') yield* compareNumberDemands(pair);
    if (type === 'string') yield* compareTextDemands(pair);
    if (type === 'array') yield* compareArrayDemands(pair, comparison);
    if (type === 'object') yield* compareObjectDemands(pair, comparison);
  }

  return comparison;
}

/** Each choice among the same, in the same order: what is left to compare is what stands beside them. */
function haveSameOptions({ before, after }: Pair): boolean {
  if (before.choices.length !== after.choices.length) return false;
  return before.choices.every(({ keyword, options }, index) => {
    const other = after.choices[index];
    if (keyword !== other?.keyword || options.length !== other.options.length) return false;
    return options.every((option, at) => areAlike(option.whole.schema, other.options[at]?.whole.schema));
  });
}

function isOf({ wholes }: Difference, { before, after }: Wholes): boolean {
  return wholes.before === before && wholes.after === after;
}

function oneSided(isGone: boolean): Pick<Finding, 'kind' | 'was' | 'is'> {
  const [was, is] = ['some values', 'nothing'];
  return isGone ? { kind: 'type-specialized', was, is } : { kind: 'type-generalized', was: is, is: was };
}

function isAll(types: ReadonlyMap<Type, Demands>): boolean {
  return types.size === allTypes.length && [...types.values()].every(isFree);
}

function* compareDefaults(before: Whole, after: Whole): Generator<Difference> {
  const [was, is] = [before, after].map(
    ({ parts }) => parts.find((part) => part.default !== undefined)?.default,
  );
  if (was === undefined && is === undefined) return;
  if (was !== undefined && is !== undefined && sameJson(was.value, is.value)) return;
  const kind: SchemaKind =
    was === undefined
      ? 'default-value-added'
      : is === undefined
        ? 'default-value-removed'
        : 'default-value-changed';
  const pair = { before: noDemands('null', before), after: noDemands('null', after) };
  yield differenceOf(pair, {
    kind,
    keyword: 'default',
    was: was === undefined ? 'no default' : stringifyJson(was.value),
    is: is === undefined ? 'no default' : stringifyJson(is.value),
  });
}

/** The same change of the same place at the first few paths only; of alternatives that share it, once. */
function fewOfEach(differences: readonly Difference[]): readonly Difference[] {
  const paths = new Map<string, Set<string>>();
  return differences.filter((one) => {
    const key = [one.kind, one.before?.pointer, one.after?.pointer, one.was, one.is].join('\n');
    const known = paths.get(key) ?? new Set();
    paths.set(key, known);
    if (known.has(one.path) || known.size >= MOST_TOLD) return false;
    known.add(one.path);
    return true;
  });
}

type Types = ReadonlyMap<Type, Demands>;

/** Which types of values are allowed at all; null is told by its own name. */
function* compareTypes(wholes: Wholes, was: Types, is: Types): Generator<Difference> {
  const lost = [...was.keys()].filter((type) => !is.has(type));
  const gained = [...is.keys()].filter((type) => !was.has(type));
  const words = { keyword: 'type', was: describeTypes(was), is: describeTypes(is) };
  const pair = {
    before: noDemands('null', wholes.before),
    after: noDemands('null', wholes.after),
  };
  const isNullTold = [was, is].every((types) => hasOthers(types) && types.size < allTypes.length);
  if (isNullTold && lost.includes('null'))
    yield differenceOf(pair, { kind: 'became-not-nullable', ...words });
  if (isNullTold && gained.includes('null')) yield differenceOf(pair, { kind: 'became-nullable', ...words });
  const kind = kindOf(isNullTold ? withoutNull(lost) : lost, isNullTold ? withoutNull(gained) : gained);
  if (kind !== undefined) yield differenceOf(pair, { kind, ...words });
}

function hasOthers(types: Types): boolean {
  return [...types.keys()].some((type) => type !== 'null');
}

function withoutNull(types: readonly Type[]): readonly Type[] {
  return types.filter((type) => type !== 'null');
}

function kindOf(lost: readonly Type[], gained: readonly Type[]): SchemaKind | undefined {
  if (lost.length === 0 && gained.length === 0) return undefined;
  if (lost.length === 0) return 'type-generalized';
  return gained.length === 0 ? 'type-specialized' : 'type-changed';
}
