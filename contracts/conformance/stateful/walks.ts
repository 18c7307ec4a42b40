import type { Contract } from '../../../spec/contract.ts';
import { defaultDraws, type Family } from '../cases/family.ts';
import { caseAt, type DrawAt, drawCases, type Kind } from '../cases/random/kind.ts';
import type { Case } from '../model/case.ts';
import type { Twin } from '../request/twin.ts';
import { castOf } from './model/resource-operations.ts';
import { type Plot, walkKind } from './walks-drawn.ts';

/** What is done to records in an order that nobody has thought of. What fails is made shorter. */
export const walks: Family = {
  name: 'walks',
  summary: 'records are as they were written last, in whatever order they are created, changed and removed',
  *generate(twin, { seed, cases } = defaultDraws, contract): Generator<Case> {
    const kind = kindFor(twin, contract);
    if (kind !== undefined) yield* drawCases(kind, seed, Math.ceil(cases / CASES_PER_WALK));
  },
  find(twin, name, contract) {
    const kind = kindFor(twin, contract);
    const at = placeOf(name);
    return kind === undefined || at === undefined ? undefined : caseAt(kind, at);
  },
};

/** A walk is many requests. */
const CASES_PER_WALK = 25;

function kindFor(twin: Twin, contract: Contract | undefined): Kind<Plot> | undefined {
  const cast = contract === undefined ? undefined : castOf(twin, contract);
  return cast === undefined ? undefined : walkKind(cast);
}

/** `walk/1/3.0.2`: by its seed and path. */
function placeOf(name: string): DrawAt | undefined {
  const [, seed, path = ''] = /^walk\/(-?\d+)\/(\d+(?:\.\d+)*)$/.exec(name) ?? [];
  return seed === undefined ? undefined : { seed: Number(seed), path: path.split('.').map(Number) };
}
