/**
 * One set of records at two paths: those that `POST /albums/7/photos` creates are also in `/photos`. Each is stored in the
 * collection of its parent, so that it is deleted with the parent; one without a known parent is stored in `/photos`.
 */
import type { Json, JsonObject } from '../../spec/json/exact-json.ts';
import { expandPath, lastLiteral, matchPath, parameterNames, toPathText } from '../../spec/resources/path-templates.ts';
import type { Resource } from '../../spec/resources/resources.ts';
import type { ShallowNesting } from '../../spec/resources/shallow-nesting.ts';
import { type RecordStore, removedKeysCollection, type StoredRecord } from '../model/storage.ts';
import { idPosition } from './generate-ids.ts';

/** The collection that a name stands for. */
interface RecordView {
  readonly shallow: Resource;
  /** The collections that its records may be stored in, in addition to that of all. */
  readonly nestings: readonly ShallowNesting[];
  /** The values of the parameters that both paths begin with. */
  readonly shared: readonly string[];
  /** The name of the collection of all. */
  readonly all: string;
  /** Undefined for all records. */
  readonly parent: NestedView | undefined;
}

interface NestedView {
  readonly name: string;
  readonly nesting: ShallowNesting;
  /** The identifier of the parent, as in the path. */
  readonly id: string;
}

/** The same store, in which the collections of both paths show the same records. */
export function withNestedRecords(
  records: RecordStore,
  nestings: readonly ShallowNesting[],
  prefix: string,
): RecordStore {
  if (nestings.length === 0) return records;
  const find = (name: string) => findView(name, nestings, prefix);

  /** The names of the collections that hold records of the view. */
  async function homesOf({ all, shallow, shared }: RecordView): Promise<readonly string[]> {
    const ending = `/${lastLiteral(shallow.collection)}`;
    const names = (await records.collections()).map(({ name }) => name).filter((name) => name.endsWith(ending));
    return [all, ...names.filter((name) => name !== all && isHome(find(name), shallow, shared))];
  }

  async function locate(view: RecordView, id: string) {
    for (const home of await homesOf(view)) {
      const record = await records.read(home, id);
      if (record !== undefined) return { home, record };
    }
    return undefined;
  }

  async function listView(view: RecordView): Promise<readonly StoredRecord[]> {
    const { parent, shallow } = view;
    if (parent !== undefined && parent.nesting.reference === undefined) return records.list(parent.name);
    const found: StoredRecord[] = [];
    for (const home of await homesOf(view))
      found.push(...(await records.list(home)).filter((one) => parent === undefined || belongsTo(parent, home, one)));
    return found.toSorted((a, b) => idPosition(shallow, a.id) - idPosition(shallow, b.id));
  }

  async function insertNew(view: RecordView, id: string, value: JsonObject, last = 0): Promise<boolean> {
    const home = view.parent?.name ?? homeByReference(view, value, prefix) ?? view.all;
    const isNew = await records.insert(home, id, value);
    if (last > 0) await records.reserveNumbers(view.all, last);
    if (isNew) await records.remove(removedKeysCollection(view.all), id);
    return isNew;
  }

  /** A record that names another parent afterwards belongs to that one. */
  async function updateIn(view: RecordView, record: StoredRecord): Promise<boolean> {
    const located = await locate(view, record.id);
    if (located === undefined || !(await records.update(located.home, record))) return false;
    const current = find(located.home)?.parent;
    const next = homeByReference(view, record.value, prefix);
    const isAtHome = current !== undefined && belongsTo(current, located.home, record);
    if (next === undefined || next === located.home || isAtHome) return true;
    await records.remove(located.home, record.id);
    return records.insert(next, record.id, record.value);
  }

  return {
    ...records,
    insert: (name, id, value, last) => {
      const view = find(name);
      if (view === undefined) return records.insert(name, id, value, last);
      return locate(view, id).then((old) => old === undefined && insertNew(view, id, value, last));
    },
    put: (name, id, value, last) => {
      const view = find(name);
      if (view === undefined) return records.put(name, id, value, last);
      return locate(view, id).then((old) =>
        old === undefined ? insertNew(view, id, value, last) : records.put(old.home, id, value),
      );
    },
    has: (name, id) => {
      const view = find(name);
      return view === undefined ? records.has(name, id) : locate(view, id).then((one) => one !== undefined);
    },
    read: (name, id) => {
      const view = find(name);
      return view === undefined ? records.read(name, id) : locate(view, id).then((one) => one?.record);
    },
    list: (name) => {
      const view = find(name);
      return view === undefined ? records.list(name) : listView(view);
    },
    update: (name, record) => {
      const view = find(name);
      return view === undefined ? records.update(name, record) : updateIn(view, record);
    },
    remove: async (name, id) => {
      const view = find(name);
      const located = view === undefined ? { home: name } : await locate(view, id);
      return located !== undefined && records.remove(located.home, id);
    },
    nextNumber: (name) => records.nextNumber(find(name)?.all ?? name),
    reserveNumbers: (name, last) => records.reserveNumbers(find(name)?.all ?? name, last),
    clear: async (name) => {
      const view = name === undefined ? undefined : find(name);
      const names = view === undefined || view.parent !== undefined ? [name] : await homesOf(view);
      for (const one of names) await records.clear(one);
    },
  };
}

function findView(name: string, nestings: readonly ShallowNesting[], prefix: string): RecordView | undefined {
  for (const nesting of nestings) {
    const { nested, shallow, sharedParameters } = nesting;
    const values = matchPath(`${prefix}${nested.collection}`, name);
    const shared = values?.slice(0, sharedParameters) ?? matchPath(`${prefix}${shallow.collection}`, name);
    if (shared === undefined) continue;
    return {
      shallow,
      nestings: nestings.filter((one) => one.shallow === shallow),
      shared,
      all: `${prefix}${expandPath(shallow.collection, shared)}`,
      parent: values && { name, nesting, id: values.at(-1) ?? '' },
    };
  }
  return undefined;
}

function isHome(view: RecordView | undefined, shallow: Resource, shared: readonly string[]): boolean {
  return view?.shallow === shallow && view.shared.every((value, index) => value === shared[index]);
}

/** The property decides, where a record has it. */
function belongsTo({ name, nesting: { reference }, id }: NestedView, home: string, { value }: StoredRecord): boolean {
  const named = reference === undefined ? undefined : scalarMember(value, reference);
  return named === undefined ? home === name : toPathText(named) === id;
}

/** Undefined where the record names no parent, or where the path of the parent has other parameters. */
function homeByReference({ nestings, shared }: RecordView, value: JsonObject, prefix: string): string | undefined {
  for (const { nested, reference, sharedParameters } of nestings) {
    const id = reference === undefined ? undefined : scalarMember(value, reference);
    if (id === undefined || parameterNames(nested.collection).length !== sharedParameters + 1) continue;
    return `${prefix}${expandPath(nested.collection, [...shared, id])}`;
  }
  return undefined;
}

function scalarMember(value: JsonObject, name: string): Json | undefined {
  const member = Object.hasOwn(value, name) ? value[name] : undefined;
  return typeof member === 'object' ? undefined : member;
}
