/** Reads a list by the state that a record had before an action, and by the state that it has now. */
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import type { KnownRecord, StepGenerator } from '../../model/sequence.ts';
import { detectListShape } from '../lists/list-shape.ts';
import { minimalRequestSpec, withPathValues } from '../records/record-requests.ts';
import { stateOf, type TransitionContext } from './transition-context.ts';

export function* filterByState(
  { resourceOperations, fresh, parentValues, stateActions }: TransitionContext,
  { before, after }: { readonly before: KnownRecord; readonly after: KnownRecord },
): StepGenerator<void> {
  const { property } = stateActions;
  const { idName, baselines } = resourceOperations;
  const list = baselines.get('list');
  const whole = list && withPathValues(list, parentValues);
  const shape = list && detectListShape(list.operation, { idName });
  const parameter = list?.operation.parameters.find(
    ({ in: place, name, schema }) =>
      place === 'query' && name === property && schema !== undefined && flattenSchema(schema).enum !== undefined,
  );
  if (whole === undefined || shape === undefined || parameter === undefined) return;
  const [old, current] = [stateOf(before, stateActions), stateOf(after, stateActions)];
  if (old === undefined || current === undefined || old === current) return;
  for (const value of [old, current]) {
    const filtered = { ...whole, parameters: [...withoutParameter(whole.parameters, property), { parameter, value }] };
    yield {
      operation: whole.operation,
      requestSpec: minimalRequestSpec(filtered, fresh),
      description: `the list is filtered by the state ${value}`,
      query: { kind: 'filter', shape, parameter, property, value, comparison: 'exact' },
    };
  }
}

function withoutParameter<One extends { readonly parameter: { readonly in: string; readonly name: string } }>(
  parameters: readonly One[],
  name: string,
): readonly One[] {
  return parameters.filter(({ parameter }) => parameter.in !== 'query' || parameter.name !== name);
}
