import { resourcesOf } from '../../../spec/resources/resources.ts';
import type { Family } from '../cases/family.ts';
import type { Case } from '../model/case.ts';
import { caseOf } from '../request/case-of.ts';
import { isTwin, twinOf } from '../request/twin.ts';
import { validDraft } from '../request/twin-draft.ts';
import { shapeOfList } from './lists/query.ts';
import { storyOfList } from './lists/tell.ts';
import { below, operationAt } from './model/below.ts';

/** The parts of a list that its parameters ask for: pages, filters, orders, as far as their names tell what they do. */
export const listQueries: Family = {
  name: 'list-queries',
  summary: 'limits, pages, filters and orders of a list do what their parameters say',
  *generate(twin, _draws, contract): Generator<Case> {
    const { operation, schemes } = twin;
    const resource = contract && resourcesOf(contract).find(({ roles }) => roles.get('list') === operation);
    const shape = resource && shapeOfList(operation, resource);
    if (contract === undefined || resource === undefined || shape === undefined) return;
    const maker = operationAt(contract, 'POST', resource.collection);
    const create = maker && resource.roles.get('create') === maker ? twinOf(maker, schemes) : undefined;
    const own = create !== undefined && isTwin(create) ? below(create, twin) : undefined;
    const tried = caseOf(twin, {
      family: 'list-queries',
      name: 'all parameters',
      topic: 'list',
      expectation: 'accept',
      mutation: 'a list, its pages, and what its parameters choose',
      place: operation.place,
      build: (fresh) => validDraft(twin, fresh),
    });
    yield { ...tried, story: storyOfList({ list: twin, shape, create: own }) };
  },
};
