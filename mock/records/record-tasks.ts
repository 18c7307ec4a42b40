/** Which operation of a contract does what with which records. */
import type { Contract, Operation } from '../../spec/model/contract.ts';
import { findActions } from '../../spec/resources/actions.ts';
import type { NonJsonResource } from '../../spec/resources/non-json-resources.ts';
import { parameterNames } from '../../spec/resources/path-templates.ts';
import type { Resource } from '../../spec/resources/resources.ts';
import type { Role } from '../../spec/resources/roles.ts';
import { findStateEffects, type StateEffect } from './actions/state-effects.ts';
import { listCreations } from './bulk-operation.ts';
import { findCreatedElsewhere } from './nesting/created-elsewhere.ts';
import { parentsOf } from './nesting/parent-records.ts';

export interface RecordTask {
  readonly resource: Resource;
  readonly role: Role | 'act' | 'command';
  /** The nearest first. */
  readonly above: readonly Resource[];
  /** The number of parameters in the path of the collection. */
  readonly depth: number;
  readonly uploadedContent: NonJsonResource | undefined;
  /** The path of the operation is not that of the collection. */
  readonly isElsewhere?: boolean;
  /** What an action changes in the record, as far as its name shows it. */
  readonly effect?: StateEffect;
}

export function recordTasks(
  contract: Contract,
  resources: readonly Resource[],
  uploaded: ReadonlyMap<Operation, NonJsonResource>,
  possibleParents = resources,
): ReadonlyMap<Operation, RecordTask> {
  const createTask = (resource: Resource, role: RecordTask['role']): RecordTask => {
    const depth = parameterNames(resource.collection).length;
    const create = role === 'create' ? resource.roles.get('create') : undefined;
    const uploadedContent = create && uploaded.get(create);
    const above = parentsOf(resource.collection, possibleParents);
    return { resource, role, above, depth, uploadedContent };
  };
  const roleTasks = resources.flatMap((resource) =>
    [...resource.roles].map(([role, operation]) => [operation, createTask(resource, role)] as const),
  );
  const bulkTasks = resources.flatMap((resource) =>
    listCreations(resource, contract.operations).map(
      (operation) => [operation, createTask(resource, 'create')] as const,
    ),
  );
  const elsewhereTasks = [...findCreatedElsewhere(contract, resources)].map(
    ([operation, resource]) => [operation, { ...createTask(resource, 'create'), isElsewhere: true }] as const,
  );
  const actionTasks = findActions(contract, resources).map(
    ({ operation, resource, kind }) => [operation, createTask(resource, rolesByKind[kind])] as const,
  );
  const effectTasks = [...findStateEffects(contract)].flatMap(([operation, effect]) =>
    resources.includes(effect.resource)
      ? [[operation, { ...createTask(effect.resource, 'act'), effect }] as const]
      : [],
  );
  const acting = new Set<Operation>([...actionTasks, ...effectTasks].map(([operation]) => operation));
  const creating = elsewhereTasks.filter(([operation]) => !acting.has(operation));
  return new Map<Operation, RecordTask>([...actionTasks, ...effectTasks, ...roleTasks, ...bulkTasks, ...creating]);
}

/** A search is handled as a list. */
const rolesByKind = { search: 'list', action: 'act', command: 'command' } as const;
