import type fc from 'fast-check';
import { type Json, stringifyJson } from '../../../spec/exact-json.ts';
import { isValid } from '../../../spec/validate.ts';
import type { Case, Draft, Fresh, OpenAnswer } from '../case.ts';
import { freshenNumbers } from '../fresh.ts';
import { arbitraryOf } from '../random/arbitrary.ts';
import { type DrawPath, drawAll, drawOne, drawSimpler } from '../random/draw.ts';
import { reasonToRefuse } from '../random/words.ts';
import { type WrongDraw, wrongDraws, wrongOf } from '../random/wrong.ts';
import { escapeAll } from '../spellings.ts';
import { caseOf, rawDraft, type Twin, type TwinBody } from '../twin.ts';
import { defaultBudget, type Family } from './family.ts';

/** Bodies drawn from the schema: valid ones, and ones with a single thing wrong. What fails is made simpler. */
export const random: Family = {
  name: 'random',
  summary: 'what is drawn at random is accepted when valid, and rejected with one thing wrong',
  *generate(twin, { seed, cases } = defaultBudget): Generator<Case> {
    if (twin.body === undefined) return;
    const validOnes = Math.ceil(cases * SHARE_VALID);
    yield* drawCases(validKind(twin, twin.body), seed, validOnes);
    yield* drawCases(wrongKind(twin, twin.body), seed, cases - validOnes);
  },
  find(twin, name) {
    const [kindName, seed, path = ''] = name.split('/');
    if (twin.body === undefined || !/^-?\d+$/.test(seed ?? '') || !/^\d+(\.\d+)*$/.test(path))
      return undefined;
    const at = path.split('.').map(Number);
    if (kindName === 'valid') return caseAt(validKind(twin, twin.body), Number(seed), at);
    return kindName === 'wrong' ? caseAt(wrongKind(twin, twin.body), Number(seed), at) : undefined;
  },
};

const SHARE_VALID = 0.6;
/** Where a schema is so narrow that draws are not what they should be. */
const MOST_DRAWS = 4;

/** One way to make cases from draws. */
interface Kind<T> {
  readonly arbitrary: fc.Arbitrary<T>;
  /** Undefined for a draw that is of no use. */
  caseFor(drawn: T, seed: number, path: DrawPath): Case | undefined;
}

function* drawCases<T>(kind: Kind<T>, seed: number, count: number): Generator<Case> {
  let made = 0;
  const draws = drawAll(kind.arbitrary, seed);
  for (let index = 0; made < count && index < count * MOST_DRAWS; index++) {
    const drawn = draws.next();
    const found = drawn.done === true ? undefined : kind.caseFor(drawn.value, seed, [index]);
    if (found === undefined) continue;
    made++;
    yield { ...found, simpler: () => simplerThan(kind, seed, [index]) };
  }
}

function* simplerThan<T>(kind: Kind<T>, seed: number, path: DrawPath): Generator<Case> {
  for (const [step, drawn] of drawSimpler(kind.arbitrary, seed, path).entries()) {
    const at = [...path, step];
    const found = kind.caseFor(drawn, seed, at);
    if (found !== undefined) yield { ...found, simpler: () => simplerThan(kind, seed, at) };
  }
}

function caseAt<T>(kind: Kind<T>, seed: number, path: DrawPath): Case | undefined {
  const drawn = drawOne(kind.arbitrary, seed, path);
  return drawn === undefined ? undefined : kind.caseFor(drawn, seed, path);
}

/** Every other one has new identifiers, so that a store that refuses known ones takes it in every run. */
function validKind(twin: Twin, body: TwinBody): Kind<Json> {
  return {
    arbitrary: arbitraryOf(body.schema),
    caseFor(value, seed, path) {
      if (!isValid(body.schema, value, 'request')) return undefined;
      const isFresh = (path[0] ?? 0) % 2 === 0;
      const write = spellings[(path[0] ?? 0) % spellings.length] ?? stringifyJson;
      return caseOf(twin, {
        ...common('valid', seed, path, body),
        expectation: 'accept',
        mutation: 'the body is drawn at random from its schema',
        open: openFor(value),
        fixed: isFresh ? 'text' : 'number',
        build: (fresh: Fresh): Draft => {
          const sent = isFresh ? freshenNumbers(value, body.schema, fresh) : value;
          return rawDraft(twin, { text: write(sent), value: sent });
        },
      });
    },
  };
}

const spellings: readonly ((value: Json) => string)[] = [
  stringifyJson,
  stringifyJson,
  (value) => stringifyJson(value, 1),
  stringifyJson,
  escapeAll,
];

function wrongKind(twin: Twin, body: TwinBody): Kind<WrongDraw> {
  return {
    arbitrary: wrongDraws(body.schema),
    caseFor(drawn, seed, path) {
      const wrong = wrongOf(body.schema, drawn);
      if (wrong === undefined) return undefined;
      return caseOf(twin, {
        ...common('wrong', seed, path, body),
        expectation: 'reject',
        mutation: `the body is drawn at random, and ${wrong.mutation}`,
        build: () => rawDraft(twin, { text: stringifyJson(wrong.value), value: wrong.value }),
      });
    },
  };
}

function common(kind: string, seed: number, path: DrawPath, { media }: TwinBody) {
  return {
    family: 'random',
    name: `${kind}/${seed}/${path.join('.')}`,
    topic: kind,
    place: media.place,
  };
}

/** What the contract does not state, and a store may refuse all the same. */
function openFor(value: Json): readonly OpenAnswer[] {
  const because = textsIn(value)
    .map(reasonToRefuse)
    .find((reason) => reason !== undefined);
  return because === undefined ? [] : [{ status: 'declared client error', because }];
}

function textsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
