import type { Json } from '../../../../spec/exact-json.ts';
import type { Case } from '../../model/case.ts';
import type { Fresh } from '../../model/draft.ts';
import { caseOf } from '../../request/case-of.ts';
import type { Twin } from '../../request/twin.ts';
import { allows } from '../shared/allowed.ts';
import type { MutationPoint } from '../shared/mutation-points.ts';
import { speltDraft } from '../shared/spelt.ts';
import { about } from './about.ts';

/** Whole numbers in spellings that not every parser takes for whole. */
export function* openSpellings(twin: Twin, point: MutationPoint): Generator<Case> {
  for (const spelling of spellings) yield openCase(twin, point, spelling);
  yield minusZero(twin, point);
}

/** JSON has one kind of number: whether 1.0 and 1e3 are whole is for the implementation to say. */
const spellings = [
  { name: 'point zero', spell: (digits: string) => `${digits}.0` },
  { name: 'exponent', spell: (digits: string) => `${digits}e0` },
  {
    name: 'exponent and fraction',
    spell: (digits: string) => `${digits.slice(0, -1) || '0'}.${digits.at(-1)}e1`,
  },
];

function openCase(twin: Twin, point: MutationPoint, { name, spell }: (typeof spellings)[number]): Case {
  return caseOf(twin, {
    ...about(point, name, `spelt ${name}`),
    expectation: 'silent',
    mutation: `${point.name} is a whole number written with ${name}`,
    build: (fresh) => {
      const value = validNumber(point, fresh);
      const [, sign = '', digits = ''] = /^(-?)(\d+)$/.exec(`${value}`) ?? [];
      return speltDraft(twin, point, { spelling: `${sign}${spell(digits)}`, value }, fresh);
    },
  });
}

/** A new one where the contract has room for it. */
function validNumber(point: MutationPoint, fresh: Fresh): Json {
  const number = fresh.number();
  return allows(point, number) ? number : point.value;
}

/** Nor does it say whether -0 is 0. */
function minusZero(twin: Twin, point: MutationPoint): Case {
  return caseOf(twin, {
    ...about(point, 'minus zero', 'spelt minus zero'),
    expectation: 'silent',
    mutation: `${point.name} is -0`,
    fixed: 'number',
    build: (fresh) => speltDraft(twin, point, { spelling: '-0', value: 0 }, fresh),
  });
}
