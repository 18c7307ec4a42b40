/** The pairs that a comparison meets, each once; what is found wherever one comes from, no comparison looks for again. */
import type { Direction } from '../../model/schema.ts';
import type { Whole } from '../demands/whole.ts';
import { spend } from '../effort.ts';
import type { Difference, Wholes } from './difference.ts';

/** What `look` finds in the pair; nothing while it is being looked at, since that is told where it was met first. */
export type Walk = (pair: Wholes, look: () => readonly Difference[]) => readonly Difference[];

/** A pair that was met. */
interface Met {
  readonly pair: Wholes;
  differences: readonly Difference[];
  /** Where it stands among those that are not settled. */
  readonly index: number;
  /** The first of these that was met again below it. */
  first: number;
  isSettled: boolean;
  /** Another way to come here may find something else. */
  isByWay: boolean;
}

/**
 * For one comparison. Pairs that lie below each other are a ring (found as Tarjan does): where it has differences, what
 * is told hangs on where it was entered; where it has none, it has none from wherever one comes.
 */
export function walkThrough(direction: Direction): Walk {
  const lasting = everFound[direction];
  const known = new Map<string, Met>();
  const unsettled: Met[] = [];
  let above: Met | undefined;

  function lookAt(pair: Wholes, key: string, look: () => readonly Difference[]): Met {
    spend();
    const index = unsettled.length;
    // Beyond the last one: nothing was met again.
    const met: Met = { pair, differences: [], index, first: index + 1, isSettled: false, isByWay: false };
    const outer = above;
    known.set(key, met);
    unsettled.push(met);
    above = met;
    met.differences = look();
    above = outer;
    if (met.first >= index) settle(met, unsettled.splice(index));
    return met;
  }

  function settle({ first, index }: Met, ring: readonly Met[]): void {
    const isRing = first === index;
    const isByWay = ring.some((met) => met.isByWay || (isRing && met.differences.length > 0));
    for (const met of ring) {
      met.isSettled = true;
      met.isByWay = isByWay;
      if (!isByWay) keep(lasting, met);
    }
  }

  return (pair, look) => {
    const found = lasting.get(pair.before)?.get(pair.after);
    if (found !== undefined) return found;
    const key = `${pair.before.key}|${pair.after.key}`;
    const met = known.get(key) ?? lookAt(pair, key, look);
    if (above === undefined) return met.differences;
    if (met.isSettled) above.isByWay ||= met.isByWay;
    else above.first = Math.min(above.first, met.first, met.index);
    return met.differences;
  };
}

type Found = WeakMap<Whole, WeakMap<Whole, readonly Difference[]>>;

const everFound: Readonly<Record<Direction, Found>> = { request: new WeakMap(), response: new WeakMap() };

function keep(lasting: Found, { pair, differences }: Met): void {
  const others = lasting.get(pair.before) ?? new WeakMap();
  lasting.set(pair.before, others.set(pair.after, differences));
}
