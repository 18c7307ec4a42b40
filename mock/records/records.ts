/** A contract in; out comes what each of its operations does to records. What is derived how, docs/records.md says. */
import { isJsonObject, type Json } from '../../spec/json/exact-json.ts';
import type { Contract, Operation } from '../../spec/model/contract.ts';
import { actionsIn } from '../../spec/resources/actions.ts';
import { contentsIn } from '../../spec/resources/contents.ts';
import { parentOf } from '../../spec/resources/parents.ts';
import { fillPath, matchName, parameterNames } from '../../spec/resources/paths.ts';
import { type Resource, resourcesOf } from '../../spec/resources/resources.ts';
import type { Role } from '../../spec/resources/roles.ts';
import type { Refusal } from '../http/refusals.ts';
import type { Records } from '../model/storage.ts';
import { attemptContent, contentTasksOf } from './contents/contents.ts';
import { seedContents } from './contents/place.ts';
import { create } from './create.ts';
import { putRecord } from './given.ts';
import { initialRecords } from './initial.ts';
import { act, change, command, put, read, remove, replace } from './item.ts';
import { type Keeper, pathValues, type RecordRequest, type Turn } from './keeper.ts';
import { list } from './list.ts';
import { skipTo } from './new-ids.ts';
import { type Asked, idIn, keyOf, missingParent, type OneByOne, type Shelf } from './shelf.ts';

export interface KeeperOptions {
  /** Put before the names of collections, so that several contracts can share a storage. */
  readonly prefix: string;
  readonly records: Records;
  /** The initial records by collection, in place of those that the contract's examples give. */
  readonly initial: InitialRecords;
  readonly seed: string | undefined;
  /** Shared by all who change these records in this process. */
  readonly oneByOne: OneByOne;
}

/** `{ "/orders": [{ "id": 1, "name": "lamp" }] }` */
export type InitialRecords = Readonly<Record<string, readonly Json[]>>;

export function createKeeper(contract: Contract, options: KeeperOptions): Keeper {
  const resources = resourcesOf(contract);
  const contents = contentsIn(contract, resources);
  const tasks = tasksOf(contract, resources);
  const contentTasks = contentTasksOf(contents, resources);
  return {
    collections: resources.map(({ collection }) => `${options.prefix}${collection}`),
    consider: (request) => {
      const content = contentTasks.get(request.operation);
      if (content !== undefined) return attemptContent(content, request, options);
      const task = tasks.get(request.operation);
      return task === undefined ? nothing : attempt(task, request, options);
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

const nothing = Promise.resolve(undefined);

interface Task {
  readonly resource: Resource;
  readonly role: Role | 'act' | 'command';
  readonly parent: Resource | undefined;
  /** How many parameters the path of the collection has. */
  readonly depth: number;
}

function tasksOf(contract: Contract, resources: readonly Resource[]): ReadonlyMap<Operation, Task> {
  const taskOf = (resource: Resource, role: Task['role']): Task => {
    const depth = parameterNames(resource.collection).length;
    return { resource, role, parent: parentOf(resource, resources)?.resource, depth };
  };
  const own = resources.flatMap((resource) =>
    [...resource.roles].map(([role, operation]) => [operation, taskOf(resource, role)] as const),
  );
  const others = actionsIn(contract, resources).map(
    ({ operation, resource, kind }) => [operation, taskOf(resource, rolesOfKinds[kind])] as const,
  );
  return new Map([...own, ...others]);
}

/** A search is a list of its own. */
const rolesOfKinds = { search: 'list', action: 'act', command: 'command' } as const;

function attempt(
  { resource, role, parent, depth }: Task,
  request: RecordRequest,
  options: KeeperOptions,
): Promise<Turn | Refusal | undefined> {
  const values = pathValues(request);
  const { prefix, records, seed, oneByOne } = options;
  const parents = values.slice(0, depth);
  const name = nameOf(resource, parents, prefix);
  const shelf = { resource, records, name, prefix, parents, seed, oneByOne };
  const asked: Asked = { ...shelf, request, id: values[depth] };
  if (parent === undefined) return carryOut(role, asked);
  return missingParent(asked, parent).then((missing) => missing ?? carryOut(role, asked));
}

function carryOut(role: Task['role'], asked: Asked): Promise<Turn | Refusal | undefined> {
  if (role === 'create') return create(asked);
  if (role === 'list') return list(asked);
  if (role === 'put') return put(asked);
  const { id } = asked;
  // A name that is a list or an object is nothing that records are kept under.
  if (id === undefined || typeof id === 'object') return nothing;
  return tasksOnItems[role](asked, id);
}

const tasksOnItems = { read, replace, change, remove, act, command };

function shelfOf(
  resource: Resource,
  parents: readonly Json[],
  { prefix, records, seed, oneByOne }: KeeperOptions,
): Shelf {
  return { resource, records, name: nameOf(resource, parents, prefix), prefix, parents, seed, oneByOne };
}

function nameOf({ collection }: Resource, parents: readonly Json[], prefix: string): string {
  return `${prefix}${parents.length === 0 ? collection : fillPath(collection, parents)}`;
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
