import type { Contract } from '../../../spec/model/contract.ts';
import type { TestCategory } from '../cases/test-category.ts';
import type { TestCase } from '../model/test-case.ts';
import type { BaselineRequest } from '../request/baseline-request.ts';
import { createSequenceCase } from '../request/create-case.ts';
import { createJobSequence } from './actions/job-sequence.ts';
import { createTransitionSequence } from './actions/transitions.ts';
import { calendarCases } from './calendar-days.ts';
import { lifecycle } from './model/actions.ts';
import { createResourceOperations } from './model/resource-operations.ts';
import { createDeletedParentSequence } from './parents/below-deleted-parent.ts';
import { createOtherParentSequence } from './parents/below-other-parent.ts';
import { createDeletedItemSequence } from './parents/parts-of-deleted.ts';
import { createActionSequence } from './records/action-sequence.ts';
import { createBulkSequence } from './records/bulk-creation.ts';
import { createClearSequence } from './records/clear-collection.ts';
import { recordCreator } from './records/create-records.ts';
import { hasFewKeys } from './records/create-request.ts';
import { createListedSequence } from './records/listed-creations.ts';
import { createRejectedSequence } from './records/rejected-creation.ts';
import { createUnusualValuesSequence } from './records/unusual-values.ts';
import { createContentsSequence } from './records/write-contents.ts';
import { createNamesSequence } from './records/write-names.ts';
import { createValuesSequence } from './records/write-values.ts';
import { createUploadsSequence } from './upload-files.ts';

/** Creates, reads, lists, replaces, changes and deletes records; also contents such as text and bytes. */
export const lifecycles: TestCategory = {
  name: 'lifecycles',
  summary: 'records exist from creation to deletion, with the values of their last write',
  *generate({ baseline, contract }): Generator<TestCase> {
    if (contract === undefined) return;
    const contents = createContentsSequence(baseline, contract);
    if (contents !== undefined)
      yield createSequenceCase(
        baseline,
        {
          ...commonSeed(baseline),
          name: 'contents',
          mutation: 'contents that are written and read',
          isExclusive: true,
        },
        contents,
      );
    const values = createValuesSequence(baseline, contract);
    if (values !== undefined)
      yield createSequenceCase(
        baseline,
        { ...commonSeed(baseline), name: 'values', mutation: 'values that are written and read', isExclusive: true },
        values,
      );
    const jobs = createJobSequence(baseline, contract);
    if (jobs !== undefined)
      yield createSequenceCase(
        baseline,
        { ...commonSeed(baseline), name: 'job', mutation: 'a job that is started and read', topic: 'job' },
        jobs,
      );
    const names = createNamesSequence(baseline, contract);
    if (names !== undefined)
      yield createSequenceCase(
        baseline,
        { ...commonSeed(baseline), name: 'names', mutation: 'contents under names that are nearly equal' },
        names,
      );
    const listed = createListedSequence(baseline, contract);
    if (listed !== undefined)
      yield createSequenceCase(
        baseline,
        { ...commonSeed(baseline), name: 'listed', mutation: 'records that only their list shows', isExclusive: true },
        listed,
      );
    const bulk = createBulkSequence(baseline, contract);
    if (bulk !== undefined)
      yield createSequenceCase(
        baseline,
        // Records that other cases create could push these beyond the pages that are read.
        { ...commonSeed(baseline), name: 'bulk', mutation: 'records that one request creates', isExclusive: true },
        bulk,
      );
    yield* clearCases(baseline, contract);
    yield* belowParents(baseline, contract);
    yield* calendarCases(baseline);
    const resourceOperations = createResourceOperations(baseline, contract);
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
        isExclusive: hasFewKeys(recordCreator(resourceOperations)),
      },
    ];
    for (const { sequence, ...caseSeed } of sequences)
      yield createSequenceCase(baseline, { ...commonSeed(baseline), ...caseSeed }, sequence);
    const rejected = createRejectedSequence(resourceOperations);
    if (rejected !== undefined)
      yield createSequenceCase(
        baseline,
        { ...commonSeed(baseline), name: 'rejected', mutation: 'records whose creation is rejected' },
        rejected,
      );
    const uploads = createUploadsSequence(resourceOperations, contract);
    if (uploads !== undefined)
      yield createSequenceCase(
        baseline,
        { ...commonSeed(baseline), name: 'uploads', mutation: 'files that are uploaded and read' },
        uploads,
      );
    const transitions = createTransitionSequence(resourceOperations, contract);
    if (transitions !== undefined)
      yield createSequenceCase(
        baseline,
        {
          ...commonSeed(baseline),
          name: 'actions',
          mutation: 'actions that lead records from state to state',
          topic: 'actions',
          isExclusive: hasFewKeys(recordCreator(resourceOperations)),
        },
        transitions,
      );
  },
};

/** For the deletion of a whole collection. */
export function* clearCases(baseline: BaselineRequest, contract: Contract): Generator<TestCase> {
  const sequence = createClearSequence(baseline, contract);
  const seed = { ...commonSeed(baseline), name: 'all records', mutation: 'all records of a collection are deleted' };
  if (sequence !== undefined) yield createSequenceCase(baseline, { ...seed, isExclusive: true }, sequence);
}

function* belowParents(baseline: BaselineRequest, contract: Contract): Generator<TestCase> {
  const otherParent = createOtherParentSequence(baseline, contract);
  if (otherParent !== undefined)
    yield createSequenceCase(
      baseline,
      { ...commonSeed(baseline), name: 'other parent', mutation: 'requests about a record below another parent' },
      otherParent,
    );
  const deletedParent = createDeletedParentSequence(baseline, contract);
  if (deletedParent !== undefined)
    yield createSequenceCase(
      baseline,
      {
        ...commonSeed(baseline),
        name: 'deleted parent',
        mutation: 'requests about what belonged to a deleted record',
        // Records that other cases create could get its identifier.
        isExclusive: true,
      },
      deletedParent,
    );
  const deletedItem = createDeletedItemSequence(baseline, contract);
  if (deletedItem !== undefined)
    yield createSequenceCase(
      baseline,
      {
        ...commonSeed(baseline),
        name: 'deleted record',
        mutation: 'requests about what is below a deleted record',
        isExclusive: true,
      },
      deletedItem,
    );
}

function commonSeed(baseline: BaselineRequest) {
  return {
    category: 'lifecycles',
    topic: 'life',
    expectation: 'accept',
    place: baseline.operation.place,
  } as const;
}
