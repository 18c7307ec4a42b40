/**
 * For an operation that creates records: the valid requests of the operations that read, list, change and delete them.
 */
import type { Json } from '../../../../spec/json/exact-json.ts';
import { type Contract, findResponse, type Operation } from '../../../../spec/model/contract.ts';
import { type Creation, creationFor, type FollowUpRole } from '../../../../spec/resources/creations.ts';
import { parameterNames } from '../../../../spec/resources/path-templates.ts';
import { type BaselineRequest, deriveBaseline, isBaseline } from '../../request/baseline-request.ts';
import type { IdentifierTarget } from './identify-record.ts';

export interface ResourceOperations {
  /** The request that creates a record. */
  readonly createBaseline: BaselineRequest;
  /** It is a PUT to an unused name. */
  readonly isPut: boolean;
  readonly baselines: ReadonlyMap<FollowUpRole, BaselineRequest>;
  /** Where records have their id; undefined when there is no item path. */
  readonly identifierTarget: IdentifierTarget | undefined;
  readonly idName: string | undefined;
  /** How many of the parents' path values the path of an item begins with; fewer where it is shorter. */
  readonly itemParents: number;
  /** Lists at another path that also show its records. */
  readonly otherLists: readonly BaselineRequest[];
  /** The operations on the parent items of its records. */
  readonly parent: ResourceOperations | undefined;
}

/** Undefined for an operation that creates nothing, or nothing that can be read afterwards. */
export function createResourceOperations(
  createBaseline: BaselineRequest,
  contract: Contract,
): ResourceOperations | undefined {
  const creation = creationFor(contract, createBaseline.operation);
  if (!('create' in creation)) return undefined;
  const { isPut, followUps, idName, parent, nesting } = creation;
  const otherList = nesting?.list === undefined ? undefined : nesting.shallow.roles.get('list');
  const parentBaseline = parent && (createBaseline.acceptedCreates?.get(parent.id) ?? validBaseline(parent, contract));
  return {
    createBaseline,
    isPut,
    baselines: new Map(
      [...followUps].flatMap(([part, { operation }]) => {
        const baseline = validBaseline(operation, contract);
        return baseline === undefined ? [] : [[part, baseline] as const];
      }),
    ),
    identifierTarget: identifierTargetOf(creation),
    idName,
    itemParents: nesting?.sharedParameters ?? parameterNames(createBaseline.operation.path).length,
    otherLists: [otherList && validBaseline(otherList, contract)].filter((one) => one !== undefined),
    parent: parentBaseline && createResourceOperations(parentBaseline, contract),
  };
}

function validBaseline(operation: Operation, { operations }: Contract): BaselineRequest | undefined {
  const baseline = deriveBaseline(operation, [], operations);
  return isBaseline(baseline) ? baseline : undefined;
}

function identifierTargetOf({ item, resource }: Creation): IdentifierTarget | undefined {
  if (item === undefined) return undefined;
  const { template, parameter, operationIds } = item;
  return { item: template, parameter, idName: resource?.idName, operationIds };
}

/** The path values of an item, of those of its parents and its own. */
export function itemPathValues(
  { itemParents }: Pick<ResourceOperations, 'itemParents'>,
  parentValues: readonly Json[],
  value: Json,
): readonly Json[] {
  return [...parentValues.slice(0, itemParents), value];
}

/** Whether the operation's response with this status declares a link to another operation. */
export function isLinked(operation: Operation, status: number, to: Operation): boolean {
  const { links = [] } = findResponse(operation, status) ?? {};
  return links.some((link) => link.operation === to.id);
}
