/** Compares the parameters of an operation. */
import type { Operation, Parameter } from '../../model/contract.ts';
import { createPartChange, NONE, type PartChange, type Sides } from '../matching/sides.ts';
import { parameterRules } from '../rules/parameters.ts';
import { compareParameter, describeRequired, parameterLabel } from './parameter.ts';

/** Matches path parameters by position, headers by case-insensitive name, others by name. */
export function* compareParameters({ before, after }: Sides<Operation>): Generator<PartChange> {
  const oldParameters = parametersByKey(before);
  const newParameters = parametersByKey(after);
  const removedParameters = [...oldParameters]
    .filter(([key]) => !newParameters.has(key))
    .map(([, parameter]) => parameter);
  const addedParameters = [...newParameters]
    .filter(([key]) => !oldParameters.has(key))
    .map(([, parameter]) => parameter);
  for (const [key, parameter] of oldParameters) {
    const other = newParameters.get(key);
    if (other !== undefined) yield* compareParameter({ before: parameter, after: other }, before.parameters);
  }
  const moved = findMoved(removedParameters, addedParameters);
  for (const sides of moved) yield locationChange(sides);
  const movedParameters = new Set(moved.flatMap((sides) => [sides.before, sides.after]));
  for (const parameter of removedParameters) if (!movedParameters.has(parameter)) yield parameterRemoved(parameter);
  for (const parameter of addedParameters) if (!movedParameters.has(parameter)) yield parameterAdded(parameter);
}

function parametersByKey({ path, parameters }: Operation): ReadonlyMap<string, Parameter> {
  const positions = new Map([...path.matchAll(/\{([^}]*)\}/g)].map(([, name = ''], index) => [name, index]));
  // A path parameter that the path has no place for is never sent.
  const sent = parameters.filter(({ in: location, name }) => location !== 'path' || positions.has(name));
  return new Map(sent.map((parameter) => [parameterKey(parameter, positions), parameter] as const));
}

function parameterKey({ name, in: location }: Parameter, positions: ReadonlyMap<string, number>): string {
  if (location === 'path') return `path ${positions.get(name) ?? name}`;
  return `${location} ${location === 'header' ? name.toLowerCase() : name}`;
}

/** Parameters with the same name in another location. */
function findMoved(
  removedParameters: readonly Parameter[],
  addedParameters: readonly Parameter[],
): readonly Sides<Parameter>[] {
  return removedParameters.flatMap((before) => {
    const after = addedParameters.find((other) => other.name.toLowerCase() === before.name.toLowerCase());
    return after === undefined || after.in === before.in ? [] : [{ before, after }];
  });
}

function locationChange({ before, after }: Sides<Parameter>): PartChange {
  return createPartChange(parameterRules.rule('request-parameter-place-changed'), {
    at: parameterLabel(before),
    before: before.place,
    after: after.place,
    was: `in ${before.in}`,
    is: `in ${after.in}`,
  });
}

function parameterRemoved(parameter: Parameter): PartChange {
  const id = parameter.deprecated ? 'request-parameter-removed-with-deprecation' : 'request-parameter-removed';
  return createPartChange(parameterRules.rule(id), {
    at: parameterLabel(parameter),
    before: parameter.place,
    was: describeRequired(parameter),
    is: NONE,
  });
}

function parameterAdded(parameter: Parameter): PartChange {
  const id = parameter.required ? 'new-required-request-parameter' : 'new-optional-request-parameter';
  return createPartChange(parameterRules.rule(id), {
    at: parameterLabel(parameter),
    after: parameter.place,
    was: NONE,
    is: describeRequired(parameter),
  });
}
