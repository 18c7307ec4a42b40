import type { Case } from '../case.ts';
import { caseOf } from '../request/case-of.ts';
import { validDraft } from '../request/twin-draft.ts';
import { castOf } from '../stories/cast.ts';
import { lifecycle } from '../stories/plot.ts';
import { storyOf } from '../stories/tell.ts';
import type { Family } from './family.ts';

/** What every store of records holds, from the creation of one to its removal. */
export const lifecycles: Family = {
  name: 'lifecycles',
  summary: 'a record is there from its creation to its removal, as it was written last',
  *generate(twin, _draws, contract): Generator<Case> {
    const cast = contract === undefined ? undefined : castOf(twin, contract);
    if (cast === undefined) return;
    const { operation } = twin;
    const tried = caseOf(twin, {
      family: 'lifecycles',
      name: 'whole life',
      topic: 'life',
      expectation: 'accept',
      mutation: 'a record from its creation to its removal',
      place: operation.place,
      build: (fresh) => validDraft(twin, fresh),
    });
    yield { ...tried, story: storyOf(cast, lifecycle) };
  },
};
