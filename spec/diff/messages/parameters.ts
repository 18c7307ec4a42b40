/** What a client sends beside the body. */
import type { Operation, Parameter } from '../../model/contract.ts';
import { createPartChange, NONE, type PartChange, type Sides } from '../matching/sides.ts';
import { parameterRules } from '../rules/parameters.ts';
import { compareParameter, describeRequired, parameterLabel } from './parameter.ts';

/** Those of the path by where they stand in it, headers in any case, the others by their name. */
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
  const isMoved = new Set(moved.flatMap((sides) => [sides.before, sides.after]));
  for (const parameter of removedParameters) if (!isMoved.has(parameter)) yield parameterRemoved(parameter);
  for (const parameter of addedParameters) if (!isMoved.has(parameter)) yield parameterAdded(parameter);
}

function parametersByKey({ path, parameters }: Operation): ReadonlyMap<string, Parameter> {
  const positions = new Map([...path.matchAll(/\{([^}]*)\}/g)].map(([, name = ''], index) => [name, index]));
  return new Map(parameters.map((parameter) => [parameterKey(parameter, positions), parameter] as const));
}

function parameterKey({ name, in: where }: Parameter, positions: ReadonlyMap<string, number>): string {
  if (where === 'path') return `path ${positions.get(name) ?? name}`;
  return `${where} ${where === 'header' ? name.toLowerCase() : name}`;
}

/** The same name in another place. */
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
