/** Makes the values of one object agree: times in their order, bounds in theirs, totals as the sum of their lines. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../spec/json/exact-json.ts';
import { agreements } from './agreements.ts';
import { propertyWords } from './property-words.ts';

type IsAllowed = (name: string, value: Json) => boolean;

/** `sample` is the object before: a value that differs from it was made up, and only such values are changed. */
export function withRelations(sample: JsonObject, made: JsonObject, isAllowed: IsAllowed): JsonObject {
  const members = new Map(Object.entries(made));
  const change = (name: string, value: Json): void => {
    if (members.get(name) !== sample[name] && isAllowed(name, value)) members.set(name, value);
  };
  const byWords = new Map([...members.keys()].map((name) => [propertyWords(name).join(''), name] as const));
  addTotals(members, byWords, change);
  for (const { name, value } of agreements(members)) change(name, value);
  for (const [low, high] of orderedPairs(byWords)) {
    const [first, second] = [members.get(low), members.get(high)];
    if (first === undefined || second === undefined || !isAfter(first, second)) continue;
    if (second === sample[high]) change(low, second);
    else if (first === sample[low]) change(high, first);
    else {
      change(low, second);
      if (members.get(low) === second) change(high, first);
    }
  }
  return Object.fromEntries(members);
}

/** Of texts only times and dates are compared. */
function isAfter(first: Json, second: Json): boolean {
  if (typeof first === 'number' && typeof second === 'number') return first > second;
  if (typeof first !== 'string' || typeof second !== 'string') return false;
  return Date.parse(first) > Date.parse(second);
}

const timeOrder: readonly (readonly [RegExp, string])[] = [
  [/^created/, 'updated'],
  [/^created/, 'modified'],
  [/^created/, 'deleted'],
  [/^start/, 'end'],
  [/^starts/, 'ends'],
  [/^started/, 'ended'],
  [/^valid(?=from)/, 'valid'],
  [/^issued/, 'due'],
];

/** `createdAt` and `updatedAt`, `minPrice` and `maxPrice`, `priceMin` and `priceMax`, `from` and `to`. */
function orderedPairs(byWords: ReadonlyMap<string, string>): readonly (readonly [low: string, high: string])[] {
  return [...byWords].flatMap(([words, low]) => {
    const later = [
      ...timeOrder.map(([pattern, replacement]) =>
        words.replace(pattern, replacement).replace(/^validfrom$/, 'validuntil'),
      ),
      words.replace(/^min(?:imum)?/, (found) => (found === 'min' ? 'max' : 'maximum')),
      words.replace(/min(?:imum)?$/, (found) => (found === 'min' ? 'max' : 'maximum')),
      words === 'from' ? 'to' : words,
    ];
    return later.flatMap((other) => {
      const high = other === words ? undefined : byWords.get(other);
      return high === undefined ? [] : [[low, high] as const];
    });
  });
}

const quantityNames = ['quantity', 'qty', 'count'];
const priceNames = ['unitprice', 'price', 'cost', 'unitamount'];
const totalNames = ['total', 'subtotal', 'totalprice', 'totalamount', 'amount', 'linetotal', 'sum'];

type Change = (name: string, value: Json) => void;

/** Of a line: quantity × price; of an object with lines: the sum of theirs. */
function addTotals(members: ReadonlyMap<string, Json>, byWords: ReadonlyMap<string, string>, change: Change): void {
  const ownTotal = lineTotal(Object.fromEntries(members));
  const lists = [...members.values()].filter(isJsonArray).map((items) => items.map((item) => lineTotal(item)));
  const sums = lists.filter((totals) => totals.length > 0 && totals.every((one) => one !== undefined));
  const [sum] = sums.map((totals) => totals.reduce<number>((all, one) => all + (one ?? 0), 0));
  const total = ownTotal ?? sum;
  if (total === undefined) return;
  for (const words of totalNames) {
    const name = byWords.get(words);
    if (name !== undefined && typeof members.get(name) === 'number') change(name, Math.round(total * 100) / 100);
  }
}

/** An object whose only list has other lines now: an empty one has the total 0. */
export function withLineTotals(value: JsonObject, isAllowed: IsAllowed): JsonObject {
  const members = new Map(Object.entries(value));
  const change = (name: string, total: Json): void => {
    if (isAllowed(name, total)) members.set(name, total);
  };
  const byWords = new Map([...members.keys()].map((name) => [propertyWords(name).join(''), name] as const));
  const lists = [...members.values()].filter(isJsonArray);
  if (lists.length === 1 && lists[0]?.length === 0) {
    const totals = totalNames.flatMap((words) => byWords.get(words) ?? []);
    for (const name of totals) if (typeof members.get(name) === 'number') change(name, 0);
  } else addTotals(members, byWords, change);
  return Object.fromEntries(members);
}

/** Whether the value is a line of an order: so many of something at a price. */
export function isLine(value: Json): boolean {
  return lineTotal(value) !== undefined;
}

/** Undefined if the value is no line. */
function lineTotal(line: Json): number | undefined {
  if (!isJsonObject(line)) return undefined;
  const values = new Map(Object.entries(line).map(([name, value]) => [propertyWords(name).join(''), value] as const));
  const quantity = firstNumber(values, quantityNames);
  const price = firstNumber(values, priceNames);
  return quantity === undefined || price === undefined ? undefined : quantity * price;
}

function firstNumber(values: ReadonlyMap<string, Json>, names: readonly string[]): number | undefined {
  return names.map((name) => values.get(name)).find((value) => typeof value === 'number');
}
