import { isNumeric } from '../../../spec/exact-json.ts';
import type { Case, Expectation } from '../case.ts';
import { caseOf, type Twin } from '../twin.ts';
import type { Family } from './family.ts';
import { speltDraft } from './numbers/spelling.ts';
import { allows, type Spot, spotsOf } from './spots.ts';

/** Numbers with fractions and exponents where the type allows them, in every spelling of JSON. */
export const decimals: Family = {
  name: 'decimals',
  summary: 'numbers with fractions and exponents arrive as they were sent',
  *generate(twin): Generator<Case> {
    if (twin.body === undefined) return;
    for (const spot of spotsOf(twin.body)) {
      if (!isNumeric(spot.value) || spot.flat.types?.has('number') !== true) continue;
      for (const { spelling, held } of specimens) {
        if (allows(spot, Number(spelling))) yield caseAt(twin, spot, spelling, expectationOf(spot, held));
      }
      if (spot.flat.format === 'double') yield beyondCase(twin, spot);
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
function expectationOf({ flat: { format } }: Spot, held: Held): Expectation {
  if (held === 'by all' || format === 'double') return 'accept';
  return held === 'by decimals and doubles' && format === undefined ? 'accept' : 'silent';
}

function caseAt(twin: Twin, spot: Spot, spelling: string, expectation: Expectation): Case {
  return caseOf(twin, {
    ...about(spot, spelling),
    expectation,
    mutation: `${spot.name} is the number ${spelling}`,
    fixed: 'number',
    build: (fresh) => speltDraft(twin, spot, { spelling, value: Number(spelling) }, fresh),
  });
}

function beyondCase(twin: Twin, spot: Spot): Case {
  return caseOf(twin, {
    ...about(spot, '1e400'),
    expectation: 'silent',
    mutation: `${spot.name} is 1e400, which no double holds`,
    build: (fresh) => speltDraft(twin, spot, { spelling: '1e400', value: undefined }, fresh),
  });
}

function about(spot: Spot, name: string) {
  const topic = `${spot.name} as a decimal`;
  return { family: 'decimals', name: `${spot.name}/${name}`, topic, place: spot.schema.place };
}
