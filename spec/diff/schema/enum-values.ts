/** Compares listed values with listed values or with constraints. */
import { canonicalJson, type Json } from '../../json/exact-json.ts';
import { asInteger } from '../../model/multiple-of.ts';
import type { Direction } from '../../model/schema.ts';
import { satisfiesConstraints } from '../constraints/collect-constraints.ts';
import type { Constraints } from '../constraints/constraints.ts';
import { allowsOnlyStrings } from '../constraints/string-language.ts';
import { describeType, describeValues } from './describe.ts';
import { type ConstraintsPair, createDifference, type Difference } from './difference.ts';

export function* compareEnumValues(pair: ConstraintsPair, direction: Direction): Generator<Difference> {
  const before = pair.before.values ?? listValues(pair.before, pair.after, direction);
  const after = pair.after.values ?? listValues(pair.after, pair.before, direction);
  const text = {
    keyword: enumKeyword(pair),
    was: before === undefined ? `any ${describeType(pair.before)}` : describeValues(before),
    is: after === undefined ? `any ${describeType(pair.after)}` : describeValues(after),
  };
  if (before === undefined) yield createDifference(pair, { kind: 'became-enum', ...text });
  if (after === undefined) yield createDifference(pair, { kind: 'enum-unset', ...text });
  if (before !== undefined && !areAllowed(before, pair.after, direction))
    yield createDifference(pair, { kind: 'enum-value-removed', ...text });
  if (after !== undefined && !areAllowed(after, pair.before, direction))
    yield createDifference(pair, { kind: 'enum-value-added', ...text });
}

function enumKeyword({ before, after }: ConstraintsPair): string {
  const isConst = [...before.sources, ...after.sources].some((schema) => schema.const !== undefined);
  return isConst ? 'const' : 'enum';
}

function areAllowed(values: readonly Json[], by: Constraints, direction: Direction): boolean {
  if (by.values !== undefined) {
    const allowed = new Set(by.values.map(canonicalJson));
    return values.every((value) => allowed.has(canonicalJson(value)));
  }
  return values.every((value) => satisfiesConstraints(value, by, direction));
}

/** Returns the list of allowed values, if there are finitely many; `other` has such a list. */
function listValues(constraints: Constraints, other: Constraints, direction: Direction): readonly Json[] | undefined {
  return constraints.type === 'string'
    ? stringsNamedByPattern(constraints, other.values ?? [], direction)
    : integersInRange(constraints, direction);
}

/** A pattern may list the allowed strings. */
function stringsNamedByPattern(
  constraints: Constraints,
  candidates: readonly Json[],
  direction: Direction,
): readonly Json[] | undefined {
  const strings = candidates.filter((value) => typeof value === 'string');
  return allowsOnlyStrings(strings, constraints)
    ? strings.filter((text) => satisfiesConstraints(text, constraints, direction))
    : undefined;
}

const MAX_INTEGERS = 256n;

/** The integers between two bounds, if there are few enough for a list. */
function integersInRange(constraints: Constraints, direction: Direction): readonly Json[] | undefined {
  const { number, type } = constraints;
  const step = asInteger(number.multipleOf);
  const { lower, upper } = number;
  if (type !== 'number' || step === undefined || lower === undefined || upper === undefined) return undefined;
  const [first, last] = [BigInt(lower.value), BigInt(upper.value)];
  if ((last - first) / step > MAX_INTEGERS) return undefined;
  const values: Json[] = [];
  for (let value = first; value <= last; value += step) {
    const json = Number.isSafeInteger(Number(value)) ? Number(value) : value;
    if (satisfiesConstraints(json, constraints, direction)) values.push(json);
  }
  return values;
}
