/** A list that is longer than its default page size: after the cases that need a short list. */
import type { Json } from '../../../spec/json/exact-json.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import { findResources } from '../../../spec/resources/resources.ts';
import type { FreshValues } from '../model/request-spec.ts';
import type { Sequence, StepGenerator } from '../model/sequence.ts';
import { type BaselineRequest, deriveBaseline, isBaseline } from '../request/baseline-request.ts';
import { addRecords } from './create-varied-records.ts';
import { defaultLimitGoals } from './goals/list-goals.ts';
import { certainDefault, defaultLimit } from './lists/limits.ts';
import { detectListShape } from './lists/list-shape.ts';
import { type ListContext, readItems } from './lists/read-list.ts';
import { withParentValues } from './model/path-items.ts';

/** For an operation that creates records; undefined where their list has no default, or one that takes too many. */
export function createLongListSequence(create: BaselineRequest, contract: Contract): Sequence | undefined {
  const context = findList(create, contract);
  const limit = context && certainDefault(context.baseline, context.shape)?.limit;
  if (context === undefined || limit === undefined || limit > MAX_LIMIT) return undefined;
  return {
    goals: defaultLimitGoals(context),
    requiresGoals: true,
    *generateSteps(fresh) {
      const whole = (yield* readItems(context, fresh, 'the list is read')) ?? [];
      const created = whole.length > limit ? 0 : yield* addRecords(context, limit + 1 - whole.length, fresh);
      const current = created === 0 ? whole : yield* readItems(context, fresh, 'the list is read');
      yield* checkDefaultLimit(context, current ?? [], fresh);
    },
  };
}

/** More would take too many requests. */
const MAX_LIMIT = 100;

function findList(create: BaselineRequest, contract: Contract): ListContext | undefined {
  const resource = findResources(contract).find(({ roles }) => roles.get('create') === create.operation);
  const list = resource?.roles.get('list');
  const shape = resource && list && detectListShape(list, resource);
  const derived = list && deriveBaseline(list, create.schemes, contract.operations);
  if (shape === undefined || derived === undefined || !isBaseline(derived)) return undefined;
  return { baseline: withParentValues(derived, create), shape, createBaseline: create };
}

/** Reads the list without a limit, where it has enough records. */
export function* checkDefaultLimit(
  context: ListContext,
  whole: readonly Json[],
  fresh: FreshValues,
): StepGenerator<void> {
  const byDefault = defaultLimit(context.baseline, context.shape);
  if (byDefault === undefined || whole.length < byDefault.limit) return;
  const query = { kind: 'limit', shape: context.shape, ...byDefault, isDefault: true } as const;
  yield* readItems(context, fresh, 'the list is read without a limit', query);
}
