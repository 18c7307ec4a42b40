/** Changes of a whole operation: added, removed, moved, deprecated, or with another id. */
import type { Operation } from '../../model/contract.ts';
import { hasOwnId } from '../matching/match-operations.ts';
import { createPartChange, NONE, type PartChange, type Sides } from '../matching/sides.ts';
import { operationRules } from '../rules/operations.ts';

type OperationRuleId = Parameters<typeof operationRules.rule>[0];

export function operationRemoved(operation: Operation): PartChange {
  const id = operation.deprecated ? 'api-removed-with-deprecation' : 'api-removed-without-deprecation';
  const rule = operationRules.rule(id);
  return createPartChange(rule, { at: '', before: operation.place, was: methodAndPath(operation), is: NONE });
}

export function operationAdded(operation: Operation): PartChange {
  const rule = operationRules.rule('api-added');
  return createPartChange(rule, { at: '', after: operation.place, was: NONE, is: methodAndPath(operation) });
}

export function operationMoved(sides: Sides<Operation>): PartChange {
  return operationChange('api-moved', sides, methodAndPath);
}

/** Compares the fields of the operation itself. */
export function* compareOperationDetails(sides: Sides<Operation>): Generator<PartChange> {
  const [hadId, hasId] = [hasOwnId(sides.before), hasOwnId(sides.after)];
  if (hadId && hasId && sides.before.id !== sides.after.id)
    yield operationChange('api-operation-id-changed', sides, declaredId);
  if (hadId && !hasId) yield operationChange('api-operation-id-removed', sides, declaredId);
  if (!hadId && hasId) yield operationChange('api-operation-id-added', sides, declaredId);
  const [was, is] = [isDeprecated(sides.before), isDeprecated(sides.after)];
  if (was !== is) yield operationChange(is ? 'api-deprecated' : 'api-reactivated', sides, describeDeprecated);
}

function operationChange(
  id: OperationRuleId,
  { before, after }: Sides<Operation>,
  describe: (one: Operation) => string,
): PartChange {
  const places = { before: before.place, after: after.place };
  return createPartChange(operationRules.rule(id), {
    at: '',
    ...places,
    was: describe(before),
    is: describe(after),
  });
}

function methodAndPath({ method, path }: Operation): string {
  return `${method} ${path}`;
}

function declaredId(operation: Operation): string {
  return hasOwnId(operation) ? operation.id : NONE;
}

function isDeprecated({ deprecated = false }: Operation): boolean {
  return deprecated;
}

function describeDeprecated(operation: Operation): string {
  return isDeprecated(operation) ? 'deprecated' : 'not deprecated';
}
