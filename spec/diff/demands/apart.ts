/** Demands that have no value in common. */
import { canonicalText, compareNumbers } from '../../json/exact-json.ts';
import { remembered } from '../../remembered.ts';
import type { Demands } from './demands.ts';

/** Whether no value fits two of them, as far as bounds and the values of a required property tell. */
export function areApart(all: readonly Demands[]): boolean {
  return all.every((one, index) => all.slice(index + 1).every((other) => isApart(one, other)));
}

export function isApart(a: Demands, b: Demands): boolean {
  const known = knownApart(a);
  const isKnown = known.get(b);
  if (isKnown !== undefined) return isKnown;
  const found = haveNothingInCommon(a, b);
  known.set(b, found);
  return found;
}

const knownApart = remembered((_demands: Demands) => new WeakMap<Demands, boolean>());

function haveNothingInCommon(a: Demands, b: Demands): boolean {
  if (a.values !== undefined && b.values !== undefined)
    return new Set(a.values.map(canonicalText)).isDisjointFrom(new Set(b.values.map(canonicalText)));
  if (areBeyond(a, b) || areBeyond(b, a)) return true;
  const names = [...a.object.required].filter((name) => b.object.required.has(name));
  const valuesOf = ({ object }: Demands, name: string) =>
    new Set(
      object.shapes
        .flatMap(({ properties }) => properties.get(name) ?? [])
        .flatMap((part) => part.enum ?? (part.const === undefined ? [] : [part.const.value]))
        .map(canonicalText),
    );
  return names.some((name) => {
    const [x, y] = [valuesOf(a, name), valuesOf(b, name)];
    return x.size > 0 && y.size > 0 && x.isDisjointFrom(y);
  });
}

/** Whether all of the second are larger or longer than those of the first. */
function areBeyond(a: Demands, b: Demands): boolean {
  const [upper, lower] = [a.number.upper, b.number.lower];
  if (a.text.max < b.text.min || a.list.max < b.list.min) return true;
  if (upper === undefined || lower === undefined) return false;
  const order = compareNumbers(upper.value, lower.value);
  return order < 0 || (order === 0 && (upper.isExclusive || lower.isExclusive));
}
