/** Values that can be listed, against such values or against demands. */
import { canonicalText, type Json } from '../../json/exact-json.ts';
import type { Direction } from '../../model/schema.ts';
import type { Demands } from '../demands/demands.ts';
import { isWithin } from '../demands/gather.ts';
import { integerStep } from '../demands/steps.ts';
import { isOneOf } from '../demands/text-language.ts';
import { type Difference, differenceOf, type Pair } from './difference.ts';
import { describeType, describeValues } from './words.ts';

export function* compareValues(pair: Pair, direction: Direction): Generator<Difference> {
  const before = pair.before.values ?? fewOf(pair.before, pair.after, direction);
  const after = pair.after.values ?? fewOf(pair.after, pair.before, direction);
  const words = {
    keyword: keywordOf(pair),
    was: before === undefined ? `any ${describeType(pair.before)}` : describeValues(before),
    is: after === undefined ? `any ${describeType(pair.after)}` : describeValues(after),
  };
  if (before === undefined) yield differenceOf(pair, { kind: 'became-enum', ...words });
  if (after === undefined) yield differenceOf(pair, { kind: 'enum-unset', ...words });
  if (before !== undefined && !areAllowed(before, pair.after, direction))
    yield differenceOf(pair, { kind: 'enum-value-removed', ...words });
  if (after !== undefined && !areAllowed(after, pair.before, direction))
    yield differenceOf(pair, { kind: 'enum-value-added', ...words });
}

function keywordOf({ before, after }: Pair): string {
  const isConst = [...before.from, ...after.from].some((schema) => schema.const !== undefined);
  return isConst ? 'const' : 'enum';
}

function areAllowed(values: readonly Json[], by: Demands, direction: Direction): boolean {
  if (by.values !== undefined) {
    const allowed = new Set(by.values.map(canonicalText));
    return values.every((value) => allowed.has(canonicalText(value)));
  }
  return values.every((value) => isWithin(value, by, direction));
}

/** Those that there are, where a list of them would say the same; `other` has one. */
function fewOf(demands: Demands, other: Demands, direction: Direction): readonly Json[] | undefined {
  return demands.type === 'string'
    ? spelt(demands, other.values ?? [], direction)
    : counted(demands, direction);
}

/** A pattern may name the texts one by one. */
function spelt(demands: Demands, listed: readonly Json[], direction: Direction): readonly Json[] | undefined {
  const texts = listed.filter((value) => typeof value === 'string');
  return isOneOf(texts, demands) ? texts.filter((text) => isWithin(text, demands, direction)) : undefined;
}

const MOST_COUNTED = 256n;

/** The few integers between two bounds, which a list may name as well. */
function counted(demands: Demands, direction: Direction): readonly Json[] | undefined {
  const { number, type } = demands;
  const step = integerStep(number.step);
  const { lower, upper } = number;
  if (type !== 'number' || step === undefined || lower === undefined || upper === undefined) return undefined;
  const [first, last] = [BigInt(lower.value), BigInt(upper.value)];
  if ((last - first) / step > MOST_COUNTED) return undefined;
  const values: Json[] = [];
  for (let value = first; value <= last; value += step) {
    const json = Number.isSafeInteger(Number(value)) ? Number(value) : value;
    if (isWithin(json, demands, direction)) values.push(json);
  }
  return values;
}
