/** A storage whose records, journal and rules are held elsewhere. */
import type { Rule } from '../model/rule.ts';
import { byName, type Journal, type Records, type RuleBook, type Storage } from '../model/storage.ts';
import { type Answer, type Ask, groupsOf, listOf } from './operations.ts';
import {
  bodySize,
  entryOf,
  entryText,
  initialArgs,
  nameOf,
  nameText,
  newArgs,
  recordArgs,
  recordOf,
  recordText,
  ruleArgs,
  ruleOf,
} from './texts.ts';

export interface Elsewhere {
  readonly ask: Ask;
  readonly watch: Journal['watch'];
  readonly close: () => Promise<void>;
}

export function createStorageElsewhere({ ask, watch, close }: Elsewhere): Storage {
  return {
    records: recordsOver(ask),
    journal: journalOver(ask, watch),
    rules: rulesOver(ask),
    begin: async (initial) => isTrue(await ask('begin', initialArgs(initial))),
    reset: async (initial) => void (await ask('reset', initialArgs(initial))),
    ping: async () => void (await ask('ping', [])),
    close,
  };
}

function recordsOver(ask: Ask): Records {
  return {
    insert: async (collection, id, value, last) =>
      isTrue(await ask('insert', newArgs(collection, id, value, last))),
    put: async (collection, id, value, last) =>
      isTrue(await ask('put', newArgs(collection, id, value, last))),
    has: async (collection, id) => isTrue(await ask('has', [nameText(collection), nameText(id)])),
    read: async (collection, id) => {
      const [version, text] = listOf(await ask('read', [nameText(collection), nameText(id)]));
      return text === undefined ? undefined : { id, version: Number(version), value: recordOf(String(text)) };
    },
    list: async (collection) =>
      groupsOf(await ask('list', [nameText(collection)]), 3).map(([id, version, text]) => ({
        id: nameOf(String(id)),
        version: Number(version),
        value: recordOf(String(text)),
      })),
    update: async (collection, { id, value, version }) => {
      const args = [nameText(collection), ...recordArgs(collection, id, recordText(value)), String(version)];
      return isTrue(await ask('update', args));
    },
    remove: async (collection, id) => isTrue(await ask('remove', [nameText(collection), nameText(id)])),
    nextNumber: async (collection) => Number(await ask('nextNumber', [nameText(collection)])),
    skipNumbers: async (collection, last) =>
      void (await ask('skipNumbers', [nameText(collection), String(last)])),
    collections: async () =>
      groupsOf(await ask('collections', []), 2)
        .map(([name, count]) => ({ name: nameOf(String(name)), count: Number(count) }))
        .toSorted(byName),
    clear: async (collection) =>
      void (await ask('clearRecords', collection === undefined ? [] : [nameText(collection)])),
  };
}

function journalOver(ask: Ask, watch: Journal['watch']): Journal {
  return {
    add: async (entry) => ({
      ...entry,
      id: Number(await ask('addEntry', [entryText(entry), String(bodySize(entry))])),
    }),
    list: async (after = 0) => entriesIn(await ask('listEntries', [String(after)])),
    clear: async () => void (await ask('clearEntries', [])),
    watch,
  };
}

/** Of an answer to `listEntries`. */
export function entriesIn(answer: Answer) {
  return groupsOf(listOf(answer).slice(1), 2).map(([id, text]) => entryOf(Number(id), String(text)));
}

function rulesOver(ask: Ask): RuleBook {
  return {
    list: async () =>
      groupsOf(await ask('listRules', []), 4).map(([id, skipped, taken, text]) => ({
        ...ruleOf(String(text)),
        id: String(id),
        skipped: Number(skipped),
        taken: Number(taken),
      })),
    add: async (rules: readonly Rule[]) => {
      if (rules.length === 0) return [];
      const ids = listOf(await ask('addRules', rules.flatMap(ruleArgs)));
      return rules.map((rule, index) => ({ ...rule, id: String(ids[index]), skipped: 0, taken: 0 }));
    },
    remove: async (id) => isTrue(await ask('removeRule', [nameText(id)])),
    clear: async () => void (await ask('clearRules', [])),
    take: async (id) => isTrue(await ask('takeRule', [nameText(id)])),
  };
}

function isTrue(answer: Answer): boolean {
  return answer === 1;
}
