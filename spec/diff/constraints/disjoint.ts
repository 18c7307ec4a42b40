/** Finds constraints that have no value in common. */
import { canonicalJson, compareNumbers } from '../../json/exact-json.ts';
import { memoize } from '../../memoize.ts';
import type { Constraints } from './constraints.ts';

/** Whether no value matches two of them, as far as bounds and the values of a required property show. */
export function areDisjoint(all: readonly Constraints[]): boolean {
  return all.every((one, index) => all.slice(index + 1).every((other) => isDisjoint(one, other)));
}

export function isDisjoint(a: Constraints, b: Constraints): boolean {
  const cache = disjointCache(a);
  const cached = cache.get(b);
  if (cached !== undefined) return cached;
  const found = computeDisjoint(a, b);
  cache.set(b, found);
  return found;
}

const disjointCache = memoize((_constraints: Constraints) => new WeakMap<Constraints, boolean>());

function computeDisjoint(a: Constraints, b: Constraints): boolean {
  if (a.values !== undefined && b.values !== undefined)
    return new Set(a.values.map(canonicalJson)).isDisjointFrom(new Set(b.values.map(canonicalJson)));
  if (isAbove(a, b) || isAbove(b, a)) return true;
  const names = [...a.object.required].filter((name) => b.object.required.has(name));
  const valuesOf = ({ object }: Constraints, name: string) =>
    new Set(
      object.propertySchemas
        .flatMap(({ properties }) => properties.get(name) ?? [])
        .flatMap((part) => part.enum ?? (part.const === undefined ? [] : [part.const.value]))
        .map(canonicalJson),
    );
  return names.some((name) => {
    const [x, y] = [valuesOf(a, name), valuesOf(b, name)];
    return x.size > 0 && y.size > 0 && x.isDisjointFrom(y);
  });
}

/** Whether all values of the second are larger or longer than those of the first. */
function isAbove(a: Constraints, b: Constraints): boolean {
  const [upper, lower] = [a.number.upper, b.number.lower];
  if (a.string.max < b.string.min || a.array.max < b.array.min) return true;
  if (upper === undefined || lower === undefined) return false;
  const order = compareNumbers(upper.value, lower.value);
  return order < 0 || (order === 0 && (upper.isExclusive || lower.isExclusive));
}
