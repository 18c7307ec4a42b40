import fc from 'fast-check';
import type { Contract } from '../../../spec/model/contract.ts';
import type { Family } from '../cases/family.ts';
import { caseAt, type DrawAt, drawCases, nameOf, type RandomKind } from '../cases/random/kind.ts';
import type { Case } from '../model/case.ts';
import { sequenceCaseOf } from '../request/case-of.ts';
import type { Twin } from '../request/twin.ts';
import type { Action } from './model/actions.ts';
import { type Cast, castOf } from './model/resource-operations.ts';
import { storyOf } from './records/tell.ts';

/** What is done to records in an order that nobody has thought of. What fails is made shorter. */
export const walks: Family = {
  name: 'walks',
  summary: 'records are as they were written last, in whatever order they are created, changed and removed',
  *generate({ twin, draws: { seed, cases }, contract }): Generator<Case> {
    const kind = kindFor(twin, contract);
    if (kind !== undefined) yield* drawCases(kind, seed, Math.ceil(cases / CASES_PER_WALK));
  },
  find({ twin, contract }, name) {
    const kind = kindFor(twin, contract);
    const at = placeOf(name);
    return kind === undefined || at === undefined ? undefined : caseAt(kind, at);
  },
};

/** A walk is many requests. */
const CASES_PER_WALK = 25;

function kindFor(twin: Twin, contract: Contract | undefined): RandomKind<Plot> | undefined {
  const cast = contract === undefined ? undefined : castOf(twin, contract);
  return cast === undefined ? undefined : walkKind(cast);
}

/** `walk/1/3.0.2`: by its seed and path. */
function placeOf(name: string): DrawAt | undefined {
  const [, seed, path = ''] = /^walk\/(-?\d+)\/(\d+(?:\.\d+)*)$/.exec(name) ?? [];
  return seed === undefined ? undefined : { seed: Number(seed), path: path.split('.').map(Number) };
}

/** A walk as it is drawn: any actions upon a few records. */
type Plot = readonly Action[];

/** More than two, so that the one in between can be the wrong one. */
const RECORDS = 3;

const LONGEST = 12;

function walkKind(cast: Cast): RandomKind<Plot> {
  const name = 'walk';
  return {
    name,
    arbitrary: fc.array(
      fc.record({ does: fc.constantFrom(...actionsOf(cast)), record: fc.nat(RECORDS - 1) }),
      {
        minLength: 1,
        maxLength: LONGEST,
        size: 'max',
      },
    ),
    caseFor(drawn, at) {
      const plot = sensible(drawn);
      const { operation } = cast.create;
      const seed = {
        family: 'walks',
        name: nameOf({ name }, at),
        topic: 'walk',
        expectation: 'accept',
        mutation: `drawn at random: ${plot.map(({ does, record }) => `${does} ${record + 1}`).join(', ')}`,
        place: operation.place,
      } as const;
      return {
        tried: sequenceCaseOf(cast.create, seed, storyOf(cast, plot)),
        value: plot.map(({ does, record }) => [does, record]),
      };
    },
  };
}

function actionsOf({ twins }: Cast): readonly Action['does'][] {
  return ['create', ...twins.keys()];
}

/** What is not there yet is created first; at the end each of them is looked at. */
function sensible(drawn: Plot): Plot {
  const made = new Set<number>();
  const plot = drawn.map(({ does, record }): Action => {
    const isNew = does !== 'list' && !made.has(record);
    if (isNew) made.add(record);
    return { does: isNew ? 'create' : does, record };
  });
  return [...plot, ...[...made].map((record): Action => ({ does: 'read', record }))];
}
