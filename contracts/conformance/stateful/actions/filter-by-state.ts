/** Reads a list by the state that a record had before an action, and by the state that it has now. */
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import type { KnownRecord, StepGenerator } from '../../model/sequence.ts';
import { findReadList, readFilteredBy } from '../records/filtered-lists.ts';
import { stateOf, type TransitionContext } from './transition-context.ts';

export function* filterByState(
  context: TransitionContext,
  { before, after }: { readonly before: KnownRecord; readonly after: KnownRecord },
): StepGenerator<void> {
  const { stateActions } = context;
  const { property } = stateActions;
  const list = findReadList(context);
  const parameter = list?.baseline.operation.parameters.find(
    ({ in: place, name, schema }) =>
      place === 'query' && name === property && schema !== undefined && flattenSchema(schema).enum !== undefined,
  );
  if (list === undefined || parameter === undefined) return;
  const [old, current] = [stateOf(before, stateActions), stateOf(after, stateActions)];
  if (old === undefined || current === undefined || old === current) return;
  yield* readFilteredBy(context, list, { parameter, property, comparison: 'exact' }, [old, current]);
}
