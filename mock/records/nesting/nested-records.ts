/**
 * One set of records at two paths: those that `POST /albums/7/photos` creates are also in `/photos`. Each is stored in the
 * collection of its parent, so that it is deleted with the parent; one without a known parent is stored in `/photos`.
 */
import type { JsonObject } from '../../../spec/json/exact-json.ts';
import { lastLiteral } from '../../../spec/resources/path-templates.ts';
import type { ShallowNesting } from '../../../spec/resources/shallow-nesting.ts';
import { type RecordStore, removedKeysCollection, type StoredRecord } from '../../model/storage.ts';
import { idPosition } from '../values/generate-ids.ts';
import { belongsTo, createViewFinder, homeByReference, isFoundBelow, isHome, type RecordView } from './nested-views.ts';

/** The same store, in which the collections of both paths show the same records. */
export function withNestedRecords(
  records: RecordStore,
  nestings: readonly ShallowNesting[],
  prefix: string,
): RecordStore {
  if (nestings.length === 0) return records;
  const find = createViewFinder(nestings, prefix);
  const places = createKnownPlaces();

  /** The names of the collections that hold records of the view. */
  async function homesOf(view: RecordView): Promise<readonly string[]> {
    const { all, shallow } = view;
    const ending = `/${lastLiteral(shallow.collection)}`;
    const homes = [all];
    for (const { name } of await records.collections())
      if (name !== all && name.endsWith(ending) && isHome(find(name), view)) homes.push(name);
    return homes;
  }

  async function locate(view: RecordView, id: string) {
    const known = places.find(view, id);
    const kept = known === undefined ? undefined : await records.read(known, id);
    if (known !== undefined && kept !== undefined) return { home: known, record: kept };
    for (const home of await homesOf(view)) {
      const found = records.read(home, id);
      // With many parents, a pause for each would cost more than the reads.
      const record = found instanceof Promise ? await found : found;
      if (record === undefined) continue;
      places.add(view, id, home);
      return { home, record };
    }
    return undefined;
  }

  async function listView(view: RecordView): Promise<readonly StoredRecord[]> {
    const { parent, shallow, all } = view;
    if (parent !== undefined && parent.nesting.reference === undefined) return records.list(parent.name);
    const homes = parent !== undefined && isFoundBelow(view) ? [all, parent.name] : await homesOf(view);
    const found: StoredRecord[] = [];
    for (const home of homes)
      for (const one of await records.list(home))
        if (parent === undefined || belongsTo(parent, home, one)) found.push(one);
    const positions = new Map(found.map((one) => [one, idPosition(shallow, one.id)] as const));
    return found.toSorted((a, b) => (positions.get(a) ?? 0) - (positions.get(b) ?? 0));
  }

  async function insertNew(view: RecordView, id: string, value: JsonObject, last = 0): Promise<boolean> {
    const named = homeByReference(view, value, prefix);
    const { parent } = view;
    const home = parent !== undefined && !isFoundBelow(view) ? parent.name : (named ?? parent?.name ?? view.all);
    const isNew = await records.insert(home, id, value);
    places.add(view, id, home);
    if (last > 0) await records.reserveNumbers(view.all, last);
    if (isNew) await records.remove(removedKeysCollection(view.all), id);
    return isNew;
  }

  async function putIn(view: RecordView, id: string, value: JsonObject, last?: number): Promise<boolean> {
    const old = await locate(view, id);
    if (old === undefined) return insertNew(view, id, value, last);
    const isNew = await records.put(old.home, id, value);
    await moveToParent(view, old.home, { ...old.record, value });
    return isNew;
  }

  async function updateIn(view: RecordView, record: StoredRecord): Promise<boolean> {
    const located = await locate(view, record.id);
    if (located === undefined || !(await records.update(located.home, record))) return false;
    return moveToParent(view, located.home, record);
  }

  /** A record that names another parent afterwards belongs to that one. */
  async function moveToParent(view: RecordView, home: string, record: StoredRecord): Promise<boolean> {
    const current = find(home)?.parent;
    const next = homeByReference(view, record.value, prefix);
    const isAtHome = current !== undefined && belongsTo(current, home, record);
    if (next === undefined || next === home || isAtHome) return true;
    await records.remove(home, record.id);
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
      return view === undefined ? records.put(name, id, value, last) : putIn(view, id, value, last);
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

interface KnownPlaces {
  /** Where the record was last, so that mostly no other collection is searched. */
  find(view: RecordView, id: string): string | undefined;
  add(view: RecordView, id: string, home: string): void;
}

const MAX_PLACES = 10_000;

function createKnownPlaces(): KnownPlaces {
  const places = new Map<string, string>();
  const keyOf = ({ all }: RecordView, id: string) => `${all} ${id}`;
  return {
    find: (view, id) => places.get(keyOf(view, id)),
    add: (view, id, home) => {
      if (places.size >= MAX_PLACES) places.clear();
      places.set(keyOf(view, id), home);
    },
  };
}
