/** Walks as they are drawn: any actions upon a few records. */
import fc from 'fast-check';
import { type Kind, nameOf } from '../cases/random/kind.ts';
import { caseOf } from '../request/case-of.ts';
import { validDraft } from '../request/twin-draft.ts';
import type { Action } from './model/actions.ts';
import type { Cast } from './model/resource-operations.ts';
import { storyOf } from './records/tell.ts';

export type Plot = readonly Action[];

/** More than two, so that the one in between can be the wrong one. */
const RECORDS = 3;
const LONGEST = 12;

export function walkKind(cast: Cast): Kind<Plot> {
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
      const tried = caseOf(cast.create, {
        family: 'walks',
        name: nameOf({ name }, at),
        topic: 'walk',
        expectation: 'accept',
        mutation: `drawn at random: ${plot.map(({ does, record }) => `${does} ${record + 1}`).join(', ')}`,
        place: operation.place,
        build: (fresh) => validDraft(cast.create, fresh),
      });
      return {
        tried: { ...tried, story: storyOf(cast, plot) },
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
