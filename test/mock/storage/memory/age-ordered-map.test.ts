import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createAgeOrderedMap } from '../../../../mock/storage/memory/memory-records.ts';

const key = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const step = fc.oneof(
  fc.record({ kind: fc.constant('set'), key }),
  fc.record({ kind: fc.constant('delete'), key }),
  fc.record({ kind: fc.constant('delete the oldest'), key }),
  fc.record({ kind: fc.constant('clear'), key }),
);

it('returns the first key of its map after any insertions and deletions', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const aged = createAgeOrderedMap<number>();
      for (const [index, { kind, key: named }] of steps.entries()) {
        if (kind === 'set') aged.set(named, index);
        if (kind === 'delete') aged.delete(named);
        if (kind === 'delete the oldest') aged.delete(aged.oldest() ?? '');
        if (kind === 'clear' && index % 5 === 0) aged.clear();
        if (index % 2 === 0) expect(aged.oldest()).toBe([...aged.map.keys()][0]);
      }
      expect(aged.oldest()).toBe([...aged.map.keys()][0]);
    }),
  );
});
