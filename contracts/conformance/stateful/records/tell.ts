/** Tells a plot: makes each request of what the answers before it have said. */
import type { Known, Sequence } from '../../model/sequence.ts';
import { type Action, isTrial } from '../model/actions.ts';
import type { Cast } from '../model/resource-operations.ts';
import { acted } from './acts.ts';
import { parentsOf } from './creation.ts';
import { listed } from './listing.ts';

/** With new records each time. Only what the story has made is changed or removed. */
export function storyOf(cast: Cast, plot: readonly Action[]): Sequence {
  return {
    *tell(told) {
      const { isFrozen, redraws = false } = cast.create;
      const fresh = isFrozen || redraws ? { ...told, isFrozen, redraws } : told;
      const parents = yield* parentsOf(cast, fresh);
      const records = new Map<number, Known>();
      for (const { does, record } of played(plot, cast)) {
        const known = records.get(record);
        if (does === 'list') {
          yield* listed({ cast, fresh, parents, records: [...records.values()] });
          continue;
        }
        const after = yield* acted(does, { cast, fresh, parents, known, others: [...records.values()] });
        if (after === 'unknown' || (after !== undefined && isTaken(after, record, records))) return;
        if (after !== undefined) records.set(record, after);
      }
    },
  };
}

/** What the contract has operations for, and nothing twice in a row. */
function played(plot: readonly Action[], { twins }: Cast): readonly Action[] {
  const playable = plot.filter(({ does }) => does === 'create' || isTrial(does) || twins.has(does));
  return playable.filter(({ does, record }, index) => {
    const last = playable[index - 1];
    return does !== 'read' || last?.does !== does || last.record !== record;
  });
}

/** Two records of one name are one. */
function isTaken(after: Known, record: number, records: ReadonlyMap<number, Known>): boolean {
  return records
    .entries()
    .some(([other, { values }]) => other !== record && String(values.at(-1)) === String(after.values.at(-1)));
}
