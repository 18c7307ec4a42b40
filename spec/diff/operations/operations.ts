/** An operation as a whole: there, gone, moved, deprecated, called otherwise. */
import type { Operation } from '../../model/contract.ts';
import { hasOwnId } from '../pairing/match-operations.ts';
import { NONE, type PartChange, partChange, type Sides } from '../pairing/part.ts';
import { operationRules } from '../rules/operations.ts';

type Id = Parameters<typeof operationRules.rule>[0];

export function removedOperation(operation: Operation): PartChange {
  const id = operation.deprecated ? 'api-removed-with-deprecation' : 'api-removed-without-deprecation';
  const rule = operationRules.rule(id);
  return partChange(rule, { at: '', before: operation.place, was: callOf(operation), is: NONE });
}

export function addedOperation(operation: Operation): PartChange {
  const rule = operationRules.rule('api-added');
  return partChange(rule, { at: '', after: operation.place, was: NONE, is: callOf(operation) });
}

export function movedOperation(sides: Sides<Operation>): PartChange {
  return changed('api-moved', sides, callOf);
}

/** What is said of it beside its parts. */
export function* compareHeads(sides: Sides<Operation>): Generator<PartChange> {
  const [had, has] = [hasOwnId(sides.before), hasOwnId(sides.after)];
  if (had && has && sides.before.id !== sides.after.id)
    yield changed('api-operation-id-changed', sides, idOf);
  if (had && !has) yield changed('api-operation-id-removed', sides, idOf);
  if (!had && has) yield changed('api-operation-id-added', sides, idOf);
  const [was, is] = [isDeprecated(sides.before), isDeprecated(sides.after)];
  if (was !== is) yield changed(is ? 'api-deprecated' : 'api-reactivated', sides, deprecatedWord);
}

function changed(
  id: Id,
  { before, after }: Sides<Operation>,
  wordOf: (one: Operation) => string,
): PartChange {
  const places = { before: before.place, after: after.place };
  return partChange(operationRules.rule(id), { at: '', ...places, was: wordOf(before), is: wordOf(after) });
}

function callOf({ method, path }: Operation): string {
  return `${method} ${path}`;
}

function idOf(operation: Operation): string {
  return hasOwnId(operation) ? operation.id : NONE;
}

function isDeprecated({ deprecated = false }: Operation): boolean {
  return deprecated;
}

function deprecatedWord(operation: Operation): string {
  return isDeprecated(operation) ? 'deprecated' : 'not deprecated';
}
