import type { TestCategory } from '../cases/test-category.ts';
import type { TestCase } from '../model/test-case.ts';
import { createSequenceCase } from '../request/create-case.ts';
import { createIfMatchSequence } from './conditions/if-match.ts';
import { createIfNoneMatchSequence } from './conditions/if-none-match.ts';
import { createRangesSequence } from './conditions/ranges.ts';
import { createWrittenContentSequence } from './conditions/written-content.ts';
import { createResourceOperations } from './model/resource-operations.ts';

/** If-Match, If-None-Match and Range, where the contract declares them (RFC 9110, sections 13 and 14). */
export const conditionalRequests: TestCategory = {
  name: 'conditional-requests',
  summary: 'ETags change with their records, and If-Match, If-None-Match and Range are respected',
  *generate({ baseline, contract }): Generator<TestCase> {
    if (contract === undefined) return;
    const { place } = baseline.operation;
    const common = { category: 'conditional-requests', topic: 'conditions', expectation: 'accept', place } as const;
    const resourceOperations = createResourceOperations(baseline, contract);
    const sequences = [
      {
        name: 'if-match',
        mutation: 'a record is changed with ETags that were received',
        sequence: resourceOperations && createIfMatchSequence(resourceOperations, contract),
        isExclusive: false,
      },
      {
        name: 'if-match of contents',
        mutation: 'a content is written with ETags that were received',
        sequence: createWrittenContentSequence(baseline, contract),
        isExclusive: true,
      },
      {
        name: 'if-none-match',
        mutation: 'it is read with ETags that were received',
        sequence: createIfNoneMatchSequence(baseline),
        isExclusive: false,
      },
      {
        name: 'ranges',
        mutation: 'parts of a content are read',
        sequence: createRangesSequence(baseline),
        isExclusive: true,
      },
    ];
    for (const { sequence, ...seed } of sequences)
      if (sequence !== undefined) yield createSequenceCase(baseline, { ...common, ...seed }, sequence);
  },
};
