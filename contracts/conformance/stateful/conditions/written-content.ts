/** The same for what a path without created records is written with, such as the content of a file, or settings. */
import type { Contract } from '../../../../spec/model/contract.ts';
import { findOperation } from '../../../../spec/resources/operations.ts';
import { type Exchange, isSuccessfulExchange } from '../../model/exchange.ts';
import type { Sequence, Step } from '../../model/sequence.ts';
import { type BaselineRequest, deriveBaseline, isBaseline } from '../../request/baseline-request.ts';
import { validRequestSpec, withFreshUuids } from '../../request/build-request-spec.ts';
import { withParentValues } from '../model/path-items.ts';
import { toleratesMissing } from '../model/tolerated-responses.ts';
import { minimalRequestSpec } from '../records/record-requests.ts';
import { isPartOfCreation } from '../records/write-values.ts';
import { checkConditions } from './change-conditions.ts';
import { ifMatchGoal } from './condition-goals.ts';
import { evaluatesIfMatch } from './declared-conditions.ts';
import { shownEtag } from './entity-tags.ts';

/** Undefined unless it writes what its path shows with an ETag, and no sequence creates records for it. */
export function createWrittenContentSequence(write: BaselineRequest, contract: Contract): Sequence | undefined {
  const { operation } = write;
  if (operation.method !== 'PUT' && operation.method !== 'PATCH') return undefined;
  const read = findOperation(contract, 'GET', operation.path);
  if (read === undefined || !evaluatesIfMatch(operation, read) || isPartOfCreation(operation, contract))
    return undefined;
  const derived = deriveBaseline(read, [], contract.operations);
  if (!isBaseline(derived)) return undefined;
  const readBaseline = withParentValues(derived, write);
  return {
    goals: [ifMatchGoal({ operation, read })],
    requiresGoals: true,
    *generateSteps(fresh) {
      const readStep: Step = {
        operation: read,
        requestSpec: minimalRequestSpec(readBaseline, fresh),
        description: 'it is read',
        tolerated: toleratesMissing,
      };
      const first = yield readStep;
      if (!isSuccessfulExchange(first)) return;
      yield* checkConditions<WrittenContent>(
        {
          operation,
          verb: 'written',
          etagOf: ({ shown }) => shownEtag(shown),
          requestSpecFor: () => withFreshUuids(validRequestSpec(write, fresh), fresh),
          *read({ shown, isChanged }) {
            const expectedState = { expects: 'unchanged', before: shown } as const;
            const now = yield isChanged ? readStep : { ...readStep, expectedState };
            return isSuccessfulExchange(now) ? { shown: now, isChanged: false } : undefined;
          },
          afterWrite: ({ shown }) => ({ shown, isChanged: true }),
        },
        { shown: first, isChanged: false },
      );
    },
  };
}

interface WrittenContent {
  readonly shown: Exchange;
  /** It was written since. */
  readonly isChanged: boolean;
}
