/** What a client sends beside the body. */
import type { Operation, Parameter } from '../../model/contract.ts';
import { NONE, type PartChange, partChange, type Sides } from '../pairing/part.ts';
import { parameterRules } from '../rules/parameters.ts';
import { compareParameter, nameOf, requiredWord } from './parameter.ts';

/** Those of the path by where they stand in it, headers in any case, the others by their name. */
export function* compareParameters({ before, after }: Sides<Operation>): Generator<PartChange> {
  const old = byKey(before);
  const fresh = byKey(after);
  const gone = [...old].filter(([key]) => !fresh.has(key)).map(([, parameter]) => parameter);
  const added = [...fresh].filter(([key]) => !old.has(key)).map(([, parameter]) => parameter);
  for (const [key, parameter] of old) {
    const other = fresh.get(key);
    if (other !== undefined) yield* compareParameter({ before: parameter, after: other }, before.parameters);
  }
  const moved = movedOf(gone, added);
  for (const sides of moved) yield placeChanged(sides);
  const isMoved = new Set(moved.flatMap((sides) => [sides.before, sides.after]));
  for (const parameter of gone) if (!isMoved.has(parameter)) yield removed(parameter);
  for (const parameter of added) if (!isMoved.has(parameter)) yield addedNow(parameter);
}

function byKey({ path, parameters }: Operation): ReadonlyMap<string, Parameter> {
  const positions = new Map([...path.matchAll(/\{([^}]*)\}/g)].map(([, name = ''], index) => [name, index]));
  return new Map(parameters.map((parameter) => [keyOf(parameter, positions), parameter] as const));
}

function keyOf({ name, in: where }: Parameter, positions: ReadonlyMap<string, number>): string {
  if (where === 'path') return `path ${positions.get(name) ?? name}`;
  return `${where} ${where === 'header' ? name.toLowerCase() : name}`;
}

/** The same name in another place. */
function movedOf(gone: readonly Parameter[], added: readonly Parameter[]): readonly Sides<Parameter>[] {
  return gone.flatMap((before) => {
    const after = added.find((other) => other.name.toLowerCase() === before.name.toLowerCase());
    return after === undefined || after.in === before.in ? [] : [{ before, after }];
  });
}

function placeChanged({ before, after }: Sides<Parameter>): PartChange {
  return partChange(parameterRules.rule('request-parameter-place-changed'), {
    at: nameOf(before),
    before: before.place,
    after: after.place,
    was: `in ${before.in}`,
    is: `in ${after.in}`,
  });
}

function removed(parameter: Parameter): PartChange {
  const id = parameter.deprecated
    ? 'request-parameter-removed-with-deprecation'
    : 'request-parameter-removed';
  return partChange(parameterRules.rule(id), {
    at: nameOf(parameter),
    before: parameter.place,
    was: requiredWord(parameter),
    is: NONE,
  });
}

function addedNow(parameter: Parameter): PartChange {
  const id = parameter.required ? 'new-required-request-parameter' : 'new-optional-request-parameter';
  return partChange(parameterRules.rule(id), {
    at: nameOf(parameter),
    after: parameter.place,
    was: NONE,
    is: requiredWord(parameter),
  });
}
