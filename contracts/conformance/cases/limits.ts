import { isNumeric } from '../../../spec/exact-json.ts';
import type { Case } from '../model/case.ts';
import { caseOf } from '../request/case-of.ts';
import type { Twin } from '../request/twin.ts';
import { jsonDraft } from '../request/twin-draft.ts';
import type { Family } from './family.ts';
import { plainTexts } from './limits/plain-texts.ts';
import { type JudgedProbe, probesFor } from './limits/probes.ts';
import { placeOfKeyword } from './shared/keyword-place.ts';
import { allMutationPointsOf, freshWith, type MutationPoint } from './shared/mutation-points.ts';

/** Every bound that the contract sets: the last value within it, the one before, and the first outside. */
export const limits: Family = {
  name: 'limits',
  summary: 'values are taken up to the bounds of the contract and not beyond',
  *generate(twin): Generator<Case> {
    yield* plainTexts(twin);
    if (twin.body === undefined) return;
    for (const point of allMutationPointsOf(twin.body)) {
      for (const probe of probesFor(point)) yield caseFor(twin, point, probe);
    }
  },
};

function caseFor(twin: Twin, point: MutationPoint, { keyword, words, value, side, open }: JudgedProbe): Case {
  return caseOf(twin, {
    family: 'limits',
    name: `${point.name}/${keyword}/${words}`,
    topic: `${point.name} ${keyword} ${side}`,
    expectation: side === 'within' ? 'accept' : 'reject',
    mutation: `${point.name} is ${words}`,
    place: placeOfKeyword(point.schema, keyword),
    open: open === undefined ? [] : [{ status: 'declared client error', because: open }],
    fixed: isNumeric(value) ? 'number' : 'text',
    build: (fresh) => jsonDraft(twin, freshWith(point, value, fresh)),
  });
}
