import type { TestCategory } from '../cases/test-category.ts';
import type { TestCase } from '../model/test-case.ts';
import type { BaselineRequest } from '../request/baseline-request.ts';
import { createSequenceCase } from '../request/create-case.ts';
import { lifecycle } from './model/actions.ts';
import { createResourceOperations } from './model/resource-operations.ts';
import { createActionSequence } from './records/action-sequence.ts';
import { createUnusualValuesSequence } from './records/unusual-values.ts';

/** Creates, reads, lists, replaces, changes and deletes records. */
export const lifecycles: TestCategory = {
  name: 'lifecycles',
  summary: 'records exist from creation to deletion, with the values of their last write',
  *generate({ baseline, contract }): Generator<TestCase> {
    const resourceOperations = contract === undefined ? undefined : createResourceOperations(baseline, contract);
    if (resourceOperations === undefined) return;
    const sequences = [
      {
        name: 'whole life',
        mutation: 'a record from creation to deletion',
        sequence: createActionSequence(resourceOperations, lifecycle, { requiresGoals: true }),
        // Records that other cases create could hide a list without its newest record, or a deletion of two records.
        isExclusive: true,
      },
      {
        name: 'unusual values',
        mutation: 'records with unusual values',
        sequence: createUnusualValuesSequence(resourceOperations),
      },
    ];
    for (const { sequence, ...caseSeed } of sequences)
      yield createSequenceCase(baseline, { ...commonSeed(baseline), ...caseSeed }, sequence);
  },
};

function commonSeed(baseline: BaselineRequest) {
  return {
    category: 'lifecycles',
    topic: 'life',
    expectation: 'accept',
    place: baseline.operation.place,
  } as const;
}
