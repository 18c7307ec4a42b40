/** Reads a list by the state that a record had before an action, and by the state that it has now. */
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import type { KnownRecord, StepGenerator } from '../../model/sequence.ts';
import { limitsToTry } from '../lists/limits.ts';
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
  if (list === undefined || whole === undefined || shape === undefined || parameter === undefined) return;
  const [old, current] = [stateOf(before, stateActions), stateOf(after, stateActions)];
  if (old === undefined || current === undefined || old === current) return;
  // On a large page the record is also where other cases create records meanwhile.
  const [largest] = limitsToTry(list, shape).slice(-1);
  const others = largest === undefined ? whole.parameters : withoutParameter(whole.parameters, largest.parameter.name);
  for (const value of [old, current]) {
    const parameters = [...withoutParameter(others, property), { parameter, value }];
    const filtered = { ...whole, parameters: largest === undefined ? parameters : [...parameters, largest] };
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
