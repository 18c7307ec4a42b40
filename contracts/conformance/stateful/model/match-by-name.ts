/** Operations that go on from a creation by their names alone: `createWidget`, `getWidget`, `deleteWidget`. */
import type { Contract, Operation } from '../../../../spec/contract.ts';
import { parameterNames } from '../../../../spec/resources/paths.ts';
import type { Part } from './actions.ts';

const creating = /^(?:create|add|new|insert|register|make)[-_]?(.+)$/i;

const verbs: readonly (readonly [Part, RegExp, string])[] = [
  ['read', /^(?:get|read|fetch|show|find|retrieve|describe)[-_]?(.+?)(?:[-_]?by[-_]?id)?$/i, 'GET'],
  ['replace', /^(?:replace|update|put|set)[-_]?(.+?)$/i, 'PUT'],
  ['change', /^(?:change|update|patch|modify)[-_]?(.+?)$/i, 'PATCH'],
  ['remove', /^(?:delete|remove|destroy|drop)[-_]?(.+?)$/i, 'DELETE'],
];

/** Only those upon one record: a single parameter, at the end of the path. */
export function namesakes(contract: Contract, create: Operation): readonly (readonly [Part, Operation])[] {
  const noun = creating.exec(create.id)?.[1]?.toLowerCase();
  if (noun === undefined || create.path.includes('{')) return [];
  return verbs.flatMap(([part, verb, method]) => {
    const same = contract.operations.filter(
      (operation) =>
        operation.method === method &&
        parameterNames(operation.path).length === 1 &&
        /\}\/*$/.test(operation.path) &&
        verb.exec(operation.id)?.[1]?.toLowerCase() === noun,
    );
    const [only] = same;
    return only === undefined || same.length > 1 ? [] : [[part, only] as const];
  });
}
