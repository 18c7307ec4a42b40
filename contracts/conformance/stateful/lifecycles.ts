import type { Family } from '../cases/family.ts';
import type { Case } from '../model/case.ts';
import type { Fresh } from '../model/draft.ts';
import { caseOf } from '../request/case-of.ts';
import type { Twin } from '../request/twin.ts';
import { validDraft } from '../request/twin-draft.ts';
import { lifecycle } from './model/actions.ts';
import { castOf } from './model/resource-operations.ts';
import { storyOf } from './records/tell.ts';
import { storyOfUnusual } from './records/unusual.ts';

/** What every store of records holds, from the creation of one to its removal. */
export const lifecycles: Family = {
  name: 'lifecycles',
  summary: 'a record is there from its creation to its removal, as it was written last',
  *generate(twin, _draws, contract): Generator<Case> {
    const cast = contract === undefined ? undefined : castOf(twin, contract);
    if (cast === undefined) return;
    const told = [
      {
        name: 'whole life',
        mutation: 'a record from its creation to its removal',
        story: storyOf(cast, lifecycle),
        // A list that lacks the newest record, or a removal that takes the neighbour along, is hidden by those of others.
        inPeace: true,
      },
      { name: 'unusual values', mutation: 'records of great and small values', story: storyOfUnusual(cast) },
    ];
    for (const { story, inPeace, ...words } of told)
      yield { ...caseOf(twin, { ...common(twin), ...words }), story, inPeace };
  },
};

function common(twin: Twin) {
  return {
    family: 'lifecycles',
    topic: 'life',
    expectation: 'accept',
    place: twin.operation.place,
    build: (fresh: Fresh) => validDraft(twin, fresh),
  } as const;
}
