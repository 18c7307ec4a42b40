/** The records of one user in the storage that all users share. */
import type { RecordStore } from '../../model/storage.ts';

export interface UserNamespace {
  /** The key of the user. */
  readonly owner: string;
  /** Collections that all users share, such as the users themselves. */
  readonly isShared: (collection: string) => boolean;
}

export function recordsOfUser(records: RecordStore, { owner, isShared }: UserNamespace): RecordStore {
  const mark = `user:${owner}:`;
  const own = (name: string): string => {
    // Internal collections have a word before the path, which keeps its meaning: `removed:/orders`.
    const at = name.indexOf('/');
    if (at < 0 || isShared(name.slice(at))) return name;
    return `${name.slice(0, at)}${mark}${name.slice(at)}`;
  };
  return {
    insert: (name, ...rest) => records.insert(own(name), ...rest),
    put: (name, ...rest) => records.put(own(name), ...rest),
    has: (name, id) => records.has(own(name), id),
    read: (name, id) => records.read(own(name), id),
    list: (name) => records.list(own(name)),
    update: (name, record) => records.update(own(name), record),
    remove: (name, id) => records.remove(own(name), id),
    nextNumber: (name) => records.nextNumber(own(name)),
    reserveNumbers: (name, last) => records.reserveNumbers(own(name), last),
    collections: async () => {
      const all = await records.collections();
      return all.flatMap(({ name, count }) => {
        if (name.includes(`${mark}/`)) return [{ name: name.replace(mark, ''), count }];
        return isShared(name) ? [{ name, count }] : [];
      });
    },
    clear: async (name) => {
      const names = name === undefined ? (await records.collections()).map((one) => one.name) : [own(name)];
      for (const one of names.filter((known) => name !== undefined || known.includes(`${mark}/`)))
        await records.clear(one);
    },
  };
}
