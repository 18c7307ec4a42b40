import type { Family } from '../cases/family.ts';
import type { Case } from '../model/case.ts';
import { sequenceCaseOf } from '../request/case-of.ts';
import type { Twin } from '../request/twin.ts';
import { lifecycle } from './model/actions.ts';
import { castOf } from './model/resource-operations.ts';
import { storyOf } from './records/tell.ts';
import { storyOfUnusual } from './records/unusual.ts';

/** What every store of records holds, from the creation of one to its removal. */
export const lifecycles: Family = {
  name: 'lifecycles',
  summary: 'a record is there from its creation to its removal, as it was written last',
  *generate({ twin, contract }): Generator<Case> {
    const cast = contract === undefined ? undefined : castOf(twin, contract);
    if (cast === undefined) return;
    const told = [
      {
        name: 'whole life',
        mutation: 'a record from its creation to its removal',
        sequence: storyOf(cast, lifecycle),
        // A list that lacks the newest record, or a removal that takes the neighbour along, is hidden by those of others.
        inPeace: true,
      },
      {
        name: 'unusual values',
        mutation: 'records of great and small values',
        sequence: storyOfUnusual(cast),
      },
    ];
    for (const { sequence, ...words } of told)
      yield sequenceCaseOf(twin, { ...common(twin), ...words }, sequence);
  },
};

function common(twin: Twin) {
  return {
    family: 'lifecycles',
    topic: 'life',
    expectation: 'accept',
    place: twin.operation.place,
  } as const;
}
