/** Derives from a contract which operations work on records. The rules are told in docs/records.md. */
import type { Contract, Operation } from '../../spec/contract.ts';
import { isJsonObject, type Json } from '../../spec/exact-json.ts';
import { fillPath, matchName, parameterNames } from '../../spec/resources/paths.ts';
import { type Resource, resourcesOf } from '../../spec/resources/resources.ts';
import type { Role } from '../../spec/resources/roles.ts';
import type { Refusal } from '../refusals.ts';
import type { Records } from '../storage/storage.ts';
import { act, actionsOf } from './actions.ts';
import { command, commandsOf } from './commands.ts';
import { attemptContent, contentTasksOf } from './contents/attempt.ts';
import { contentsOf } from './contents/derive.ts';
import { seedContents } from './contents/initial.ts';
import { create } from './create.ts';
import { findersOf } from './finders.ts';
import { putRecord } from './given.ts';
import { initialRecords } from './initial.ts';
import { change, put, read, remove, replace } from './item.ts';
import type { Keeper, RecordRequest, Turn } from './keeper.ts';
import { list } from './list.ts';
import { skipTo } from './new-ids.ts';
import { missingParent, parentOf } from './parents.ts';
import { pathValues } from './path-values.ts';
import { type Asked, idIn, keyOf, type Shelf } from './shelf.ts';

export interface KeeperOptions {
  /** Put before the names of collections, so that several contracts can share a storage. */
  readonly prefix: string;
  readonly records: Records;
  /** The initial records by collection, in place of those that the contract's examples give. */
  readonly initial: InitialRecords;
  readonly seed: string | undefined;
}

/** `{ "/orders": [{ "id": 1, "name": "lamp" }] }` */
export type InitialRecords = Readonly<Record<string, readonly Json[]>>;

export function createKeeper(contract: Contract, options: KeeperOptions): Keeper {
  const resources = resourcesOf(contract);
  const contents = contentsOf(contract, resources);
  const tasks = tasksOf(contract, resources);
  const contentTasks = contentTasksOf(contents, resources);
  return {
    collections: resources.map(({ collection }) => `${options.prefix}${collection}`),
    consider: async (request) => {
      const content = contentTasks.get(request.operation);
      if (content !== undefined) return attemptContent(content, request, options);
      const task = tasks.get(request.operation);
      return task === undefined ? undefined : attempt(task, request, options);
    },
    owns: (collection) => shelfNamed(collection, resources, options) !== undefined,
    seed: async (records) => {
      await seedAll(contract, resources, { ...options, records });
      await seedContents(contract, contents, { ...options, records });
    },
    add: async (collection, value) => {
      const shelf = shelfNamed(collection, resources, options);
      if (shelf === undefined) return false;
      await putRecord(shelf, value, `record of ${collection}`);
      return true;
    },
  };
}

interface Task {
  readonly resource: Resource;
  readonly role: Role | 'act' | 'command';
  readonly parent: Resource | undefined;
}

function tasksOf(contract: Contract, resources: readonly Resource[]): ReadonlyMap<Operation, Task> {
  const taskOf = (resource: Resource, role: Task['role']): Task => {
    return { resource, role, parent: parentOf(resource, resources) };
  };
  const own = resources.flatMap((resource) =>
    [...resource.roles].map(([role, operation]) => [operation, taskOf(resource, role)] as const),
  );
  const finders = findersOf(contract, resources).map(
    ([operation, resource]) => [operation, taskOf(resource, 'list')] as const,
  );
  const actions = actionsOf(contract, resources).map(
    ([operation, resource]) => [operation, taskOf(resource, 'act')] as const,
  );
  const others = commandsOf(contract, resources).map(
    ([operation, resource]) => [operation, taskOf(resource, 'command')] as const,
  );
  return new Map([...others, ...own, ...finders, ...actions]);
}

async function attempt(
  { resource, role, parent }: Task,
  request: RecordRequest,
  options: KeeperOptions,
): Promise<Turn | Refusal | undefined> {
  const values = pathValues(request);
  const depth = parameterNames(resource.collection).length;
  const shelf = shelfOf(resource, values.slice(0, depth), options);
  const asked: Asked = { ...shelf, request, id: values[depth] };
  const missing = parent === undefined ? undefined : await missingParent(asked, parent);
  return missing ?? carryOut(role, asked);
}

async function carryOut(role: Task['role'], asked: Asked): Promise<Turn | Refusal | undefined> {
  if (role === 'create') return create(asked);
  if (role === 'list') return list(asked);
  if (role === 'put') return put(asked);
  const { id } = asked;
  // A name that is a list or an object is nothing that records are kept under.
  if (id === undefined || typeof id === 'object') return undefined;
  return { read, replace, change, remove, act, command }[role](asked, id);
}

function shelfOf(
  resource: Resource,
  parents: readonly Json[],
  { prefix, records, seed }: KeeperOptions,
): Shelf {
  const name = `${prefix}${fillPath(resource.collection, parents)}`;
  return { resource, records, name, prefix, parents, seed };
}

function shelfNamed(name: string, resources: readonly Resource[], options: KeeperOptions): Shelf | undefined {
  for (const resource of resources) {
    const parents = matchName(`${options.prefix}${resource.collection}`, name);
    if (parents !== undefined) return shelfOf(resource, parents, options);
  }
  return undefined;
}

async function seedAll(
  contract: Contract,
  resources: readonly Resource[],
  options: KeeperOptions,
): Promise<void> {
  const { prefix, records, initial } = options;
  for (const resource of resources) {
    for (const { collection, id, value } of initialRecords(contract, resource)) {
      const name = `${prefix}${collection}`;
      if (Object.hasOwn(initial, name)) continue;
      await skipTo({ resource, records, name }, id);
      await records.insert(name, keyOf(resource, id), value);
    }
  }
  for (const [collection, values] of Object.entries(initial)) {
    const shelf = shelfNamed(collection, resources, options);
    if (shelf === undefined) continue;
    for (const value of values) await reserve(shelf, value);
    for (const [index, value] of values.entries()) await putRecord(shelf, value, `${collection}[${index}]`);
  }
}

/** Those that leave their identifier out shall not get one that comes later. */
async function reserve(shelf: Shelf, value: Json): Promise<void> {
  const id = isJsonObject(value) ? idIn(shelf.resource, value) : undefined;
  if (id !== undefined) await skipTo(shelf, id);
}
