/** Executes a list of actions: each request is built from the responses before it. */
import type { KnownRecord, Sequence } from '../../model/sequence.ts';
import { lifecycleGoals } from '../goals/lifecycle-goals.ts';
import { type Action, isNegativeAction } from '../model/actions.ts';
import type { ResourceOperations } from '../model/resource-operations.ts';
import { createParents } from './create-records.ts';
import { maxRecords } from './create-request.ts';
import { type Observation, readEarlierRecord } from './earlier-record.ts';
import { executeAction } from './execute-action.ts';
import { findInList, findInOtherLists } from './find-in-list.ts';

/** Uses new records each time, and changes and deletes only those. */
export function createActionSequence(
  resourceOperations: ResourceOperations,
  actions: readonly Action[],
  { requiresGoals }: Pick<Sequence, 'requiresGoals'>,
): Sequence {
  return {
    goals: lifecycleGoals(resourceOperations),
    requiresGoals,
    *generateSteps(freshValues, earlier) {
      const { isVerbatim, regeneratesTexts = false } = resourceOperations.createBaseline;
      const fresh = isVerbatim || regeneratesTexts ? { ...freshValues, isVerbatim, regeneratesTexts } : freshValues;
      const parentValues = yield* createParents(resourceOperations, fresh);
      const records = new Map<number, KnownRecord>();
      let observation: Observation | undefined;
      for (const { kind, record } of executableActions(actions, resourceOperations)) {
        const knownRecord = records.get(record);
        if (kind === 'list') {
          const search = { resourceOperations, fresh, parentValues, records: [...records.values()] };
          yield* findInList(search);
          yield* findInOtherLists(search);
          continue;
        }
        if (kind === 'read earlier record') {
          const others = [...records.values()];
          observation = yield* readEarlierRecord({ resourceOperations, fresh, earlier, others }, observation);
          continue;
        }
        const result = yield* executeAction(kind, {
          resourceOperations,
          fresh,
          parentValues,
          record: knownRecord,
          otherRecords: [...records.values()],
        });
        if (result === 'unknown' || (result !== undefined && isNameTaken(result, record, records))) return;
        if (result !== undefined) records.set(record, result);
      }
    },
  };
}

/** The actions that the contract has operations for, without repeated reads. */
function executableActions(
  actions: readonly Action[],
  { baselines, createBaseline }: ResourceOperations,
): readonly Action[] {
  const recordLimit = maxRecords(createBaseline);
  // Without a read operation, the list shows a record.
  const canRead = baselines.has('read') || baselines.has('list');
  const supported = actions.filter(
    ({ kind, record }) =>
      record < recordLimit &&
      (kind === 'create' ||
        isNegativeAction(kind) ||
        (kind === 'read' ? canRead : baselines.has(kind === 'read earlier record' ? 'read' : kind))),
  );
  return supported.filter(({ kind, record }, index) => {
    const last = supported[index - 1];
    return kind !== 'read' || last?.kind !== kind || last.record !== record;
  });
}

/** Whether another record has the same name: then the two are one record. */
function isNameTaken(result: KnownRecord, record: number, records: ReadonlyMap<number, KnownRecord>): boolean {
  return records
    .entries()
    .some(
      ([other, { pathValues }]) => other !== record && String(pathValues.at(-1)) === String(result.pathValues.at(-1)),
    );
}
