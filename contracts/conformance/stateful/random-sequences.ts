import fc from 'fast-check';
import type { Contract } from '../../../spec/model/contract.ts';
import {
  caseAtPosition,
  type DrawPosition,
  drawCases,
  drawName,
  type RandomKind,
} from '../cases/random/random-kind.ts';
import type { TestCategory } from '../cases/test-category.ts';
import type { TestCase } from '../model/test-case.ts';
import type { BaselineRequest } from '../request/baseline-request.ts';
import { createSequenceCase } from '../request/create-case.ts';
import type { Action } from './model/actions.ts';
import { createResourceOperations, type ResourceOperations } from './model/resource-operations.ts';
import { createActionSequence } from './records/action-sequence.ts';
import { recordCreator } from './records/create-records.ts';
import { hasFewKeys } from './records/create-request.ts';

/** Random sequences of operations on records. A failing sequence is shrunk. */
export const randomSequences: TestCategory = {
  name: 'random-sequences',
  summary: 'records have the values of their last write after random sequences of operations',
  *generate({ baseline, randomOptions: { seed, caseCount }, contract }): Generator<TestCase> {
    const kind = sequenceKind(baseline, contract);
    if (kind !== undefined) yield* drawCases(kind, seed, Math.ceil(caseCount / CASES_PER_SEQUENCE));
  },
  findCase({ baseline, contract }, name) {
    const kind = sequenceKind(baseline, contract);
    const position = parseDrawPosition(name);
    return kind === undefined || position === undefined ? undefined : caseAtPosition(kind, position);
  },
};

/** A random sequence has many requests, so it counts as this many random cases. */
const CASES_PER_SEQUENCE = 25;

function sequenceKind(
  baseline: BaselineRequest,
  contract: Contract | undefined,
): RandomKind<ActionSequence> | undefined {
  const resourceOperations = contract === undefined ? undefined : createResourceOperations(baseline, contract);
  return resourceOperations === undefined ? undefined : createSequenceKind(resourceOperations);
}

/** Parses `sequence/1/3.0.2`: its seed and its path in the shrink tree. */
function parseDrawPosition(name: string): DrawPosition | undefined {
  const [, seed, path = ''] = /^sequence\/(-?\d+)\/(\d+(?:\.\d+)*)$/.exec(name) ?? [];
  return seed === undefined ? undefined : { seed: Number(seed), path: path.split('.').map(Number) };
}

/** A random sequence as generated: any actions on a few records. */
type ActionSequence = readonly Action[];

/** More than two, so that one record is neither the first nor the last. */
const RECORD_COUNT = 3;

const MAX_ACTIONS = 12;

function createSequenceKind(resourceOperations: ResourceOperations): RandomKind<ActionSequence> {
  const name = 'sequence';
  return {
    name,
    arbitrary: fc.array(
      fc.record({
        kind: fc.constantFrom(...possibleActions(resourceOperations)),
        record: fc.nat(RECORD_COUNT - 1),
      }),
      {
        minLength: 1,
        maxLength: MAX_ACTIONS,
        size: 'max',
      },
    ),
    caseFor(generated, position) {
      const actions = makeExecutable(generated);
      const { operation } = resourceOperations.createBaseline;
      const seed = {
        category: 'random-sequences',
        name: drawName({ name }, position),
        topic: 'random sequence',
        expectation: 'accept',
        mutation: `a random sequence: ${actions.map(describeAction).join(', ')}`,
        place: operation.place,
        isExclusive: hasFewKeys(recordCreator(resourceOperations)),
      } as const;
      return {
        testCase: createSequenceCase(
          resourceOperations.createBaseline,
          seed,
          createActionSequence(resourceOperations, actions, { requiresGoals: false }),
        ),
        value: actions.map(({ kind, record }) => [kind, record]),
      };
    },
  };
}

/** `delete 2`: the action, and the number of the record. */
function describeAction({ kind, record }: Action): string {
  return `${kind === 'remove' ? 'delete' : kind} ${record + 1}`;
}

function possibleActions({ baselines }: ResourceOperations): readonly Action['kind'][] {
  return ['create', ...baselines.keys()];
}

/** The first action on each record becomes its creation; at the end each record is read. */
function makeExecutable(generated: ActionSequence): ActionSequence {
  const created = new Set<number>();
  const actions = generated.map(({ kind, record }): Action => {
    const isNew = kind !== 'list' && !created.has(record);
    if (isNew) created.add(record);
    return { kind: isNew ? 'create' : kind, record };
  });
  return [...actions, ...[...created].map((record): Action => ({ kind: 'read', record }))];
}
