import { isNumeric } from '../../../spec/json/exact-json.ts';
import type { Case } from '../model/case.ts';
import type { Expectation } from '../model/draft.ts';
import { caseOf } from '../request/case-of.ts';
import type { Twin } from '../request/twin.ts';
import type { Family } from './family.ts';
import { isSentForBounds } from './limits/probes.ts';
import { allows } from './shared/allowed.ts';
import { type MutationPoint, mutationPointsOf } from './shared/mutation-points.ts';
import { speltDraft } from './shared/spelt.ts';

/** Numbers with fractions and exponents where the type allows them, in every spelling of JSON. */
export const decimals: Family = {
  name: 'decimals',
  summary: 'numbers with fractions and exponents arrive as they were sent',
  *generate({ twin }): Generator<Case> {
    if (twin.body === undefined) return;
    for (const point of mutationPointsOf(twin.body)) {
      if (!isNumeric(point.value) || point.flat.types?.has('number') !== true) continue;
      for (const { spelling, held } of specimens) {
        const value = Number(spelling);
        // Written as a bound is, it would be sent twice.
        const isPlain = `${value}` === spelling;
        if (!allows(point, value) || (isPlain && isSentForBounds(point, value))) continue;
        yield caseAt(twin, point, spelling, expectationOf(point, held));
      }
      if (point.flat.format === 'double') yield beyondCase(twin, point);
    }
  },
};

/** Who holds the number exactly, or comes back to the same decimal digits. */
type Held = 'by all' | 'by decimals and doubles' | 'by doubles';

const specimens: readonly { readonly spelling: string; readonly held: Held }[] = [
  { spelling: '0', held: 'by all' },
  { spelling: '-1', held: 'by all' },
  { spelling: '0.5', held: 'by all' },
  { spelling: '-0.25', held: 'by all' },
  { spelling: '1.50', held: 'by all' },
  { spelling: '1E2', held: 'by all' },
  { spelling: '25e-1', held: 'by all' },
  { spelling: '0.1', held: 'by decimals and doubles' },
  { spelling: '-19.99', held: 'by decimals and doubles' },
  { spelling: '16777217', held: 'by decimals and doubles' },
  { spelling: '1e-7', held: 'by doubles' },
  { spelling: '0.30000000000000004', held: 'by doubles' },
  { spelling: '9007199254740991', held: 'by doubles' },
  { spelling: '1.7976931348623157e308', held: 'by doubles' },
  { spelling: '2.2250738585072014e-308', held: 'by doubles' },
  { spelling: '5e-324', held: 'by doubles' },
];

/** Without a format the contract does not say how exact a number is kept: what no common type changes is demanded. */
function expectationOf({ flat: { format } }: MutationPoint, held: Held): Expectation {
  if (held === 'by all' || format === 'double') return 'accept';
  return held === 'by decimals and doubles' && format === undefined ? 'accept' : 'silent';
}

function caseAt(twin: Twin, point: MutationPoint, spelling: string, expectation: Expectation): Case {
  return caseOf(twin, {
    ...about(point, spelling),
    expectation,
    mutation: `${point.name} is the number ${spelling}`,
    fixed: 'number',
    build: (fresh) => speltDraft(twin, point, { spelling, value: Number(spelling) }, fresh),
  });
}

function beyondCase(twin: Twin, point: MutationPoint): Case {
  return caseOf(twin, {
    ...about(point, '1e400'),
    expectation: 'silent',
    mutation: `${point.name} is 1e400, which no double holds`,
    build: (fresh) => speltDraft(twin, point, { spelling: '1e400', value: undefined }, fresh),
  });
}

function about(point: MutationPoint, name: string) {
  const topic = `${point.name} as a decimal`;
  return { family: 'decimals', name: `${point.name}/${name}`, topic, place: point.schema.place };
}
