/** The actions on the records of a resource: `POST /orders/{id}/cancel`, and the property with the state they change. */

import { readStateActions, type StatedAction, type StatedActions } from '../../../../spec/described/state-actions.ts';
import { isEnding } from '../../../../spec/described/verb-forms.ts';
import { type Contract, findResponse, type Operation } from '../../../../spec/model/contract.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { declaredProperties } from '../../../../spec/model/schema-view.ts';
import { successMedia } from '../../../../spec/resources/record-views.ts';
import { findResources } from '../../../../spec/resources/resources.ts';
import { type BaselineRequest, deriveBaseline, isBaseline } from '../../request/baseline-request.ts';
import type { ResourceOperations } from '../model/resource-operations.ts';

export interface StateAction extends Omit<StatedAction, 'operation'> {
  readonly baseline: BaselineRequest;
}

export interface StateActions extends Omit<StatedActions, 'actions'> {
  /** In the order of the states that they lead to; those that usually end a record come last. */
  readonly actions: readonly StateAction[];
}

/** Undefined when no property has the state of a record, or no action leads to one of its values. */
export function findStateActions({ baselines }: ResourceOperations, contract: Contract): StateActions | undefined {
  const read = baselines.get('read')?.operation;
  const schema = read && shownRecord(read, contract);
  const stated = read && schema && readStateActions(contract, read, schema);
  if (stated === undefined) return undefined;
  const { states } = stated;
  const actions = stated.actions.flatMap(({ operation, ...action }): readonly StateAction[] => {
    const baseline = deriveBaseline(operation, [], contract.operations);
    return isBaseline(baseline) ? [{ baseline, ...action }] : [];
  });
  const position = ({ verb, reached }: StateAction) =>
    (isEnding(verb) ? 2 * states.length : 0) + (reached === undefined ? states.length : states.indexOf(reached));
  return {
    ...stated,
    actions: actions.toSorted((one, other) => position(one) - position(other)).slice(0, MAX_ACTIONS),
  };
}

const MAX_ACTIONS = 6;

/** The schema of the record that is read, also in an envelope: `{"data": {...}}`. */
function shownRecord(read: Operation, contract: Contract): Schema | undefined {
  const body = successMedia(read)?.schema;
  const resource = findResources(contract).find(({ roles }) => roles.get('read') === read);
  return (body && resource?.findEnvelope(body)?.schema) ?? body;
}

/** The names of the properties of its request body. */
export function sentNames({ body }: BaselineRequest): ReadonlySet<string> {
  return new Set(body === undefined ? [] : declaredProperties(body.schema).keys());
}

/** Whether the contract names this status itself, and not only as one of `4XX`. */
export function declaresExactly(operation: Operation, status: number): boolean {
  return findResponse(operation, status)?.status === String(status);
}
