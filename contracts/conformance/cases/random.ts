import type { Case } from '../model/case.ts';
import type { Twin } from '../request/twin.ts';
import { defaultDraws, type Family } from './family.ts';
import { caseAt, type DrawAt, drawCases } from './random/kind.ts';
import { parametersKind } from './random/parameters.ts';
import { validKind } from './random/valid.ts';
import { wrongKind } from './random/wrong.ts';

/** Requests drawn from the schemas: valid ones, and ones with a single thing wrong. What fails is made simpler. */
export const random: Family = {
  name: 'random',
  summary: 'what is drawn at random is accepted when valid, and rejected with one thing wrong',
  *generate(twin, { seed, cases } = defaultDraws): Generator<Case> {
    const { body } = twin;
    const parameters = parametersKind(twin);
    const forParameters =
      parameters === undefined ? 0 : share(cases, body === undefined ? 1 : SHARE_PARAMETERS);
    if (parameters !== undefined) yield* drawCases(parameters, seed, forParameters);
    if (body === undefined) return;
    const validOnes = share(cases - forParameters, SHARE_VALID);
    yield* drawCases(validKind(twin, body), seed, validOnes);
    yield* drawCases(wrongKind(twin, body), seed, cases - forParameters - validOnes);
  },
  find(twin, name) {
    const [kind, seed = '', path = ''] = name.split('/');
    if (!/^-?\d+$/.test(seed) || !/^\d+(\.\d+)*$/.test(path)) return undefined;
    return caseOfKind(twin, kind, { seed: Number(seed), path: path.split('.').map(Number) });
  },
};

const SHARE_PARAMETERS = 0.2;
const SHARE_VALID = 0.6;

function share(cases: number, part: number): number {
  return Math.ceil(cases * part);
}

function caseOfKind(twin: Twin, kind: string | undefined, at: DrawAt): Case | undefined {
  const { body } = twin;
  const parameters = kind === 'parameters' ? parametersKind(twin) : undefined;
  if (parameters !== undefined) return caseAt(parameters, at);
  if (body === undefined) return undefined;
  if (kind === 'valid') return caseAt(validKind(twin, body), at);
  return kind === 'wrong' ? caseAt(wrongKind(twin, body), at) : undefined;
}
