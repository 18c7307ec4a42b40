/** What a storage answers to each operation. */
import type { JournalEntry, NewEntry } from '../../model/journal-entry.ts';
import type { Storage, StoredRecord } from '../../model/storage.ts';
import type { Answer, Operation } from '../operations.ts';
import {
  entryOf,
  entryText,
  initialOf,
  nameOf,
  nameText,
  recordOf,
  recordText,
  rulesOf,
  ruleText,
} from '../texts.ts';

export async function answerFrom(
  storage: Storage,
  operation: Operation,
  args: readonly string[],
): Promise<Answer> {
  const [first = '', second = '', third = '', , fifth = ''] = args;
  return answers[operation](storage, { first, second, third, fifth, args });
}

/** By their place among the arguments (operations.ts). */
interface Arguments {
  readonly first: string;
  readonly second: string;
  readonly third: string;
  readonly fifth: string;
  readonly args: readonly string[];
}

type Responder = (storage: Storage, given: Arguments) => Promise<Answer>;

const answers: Readonly<Record<Operation, Responder>> = {
  insert: async ({ records }, { first, second, third, fifth }) =>
    truth(await records.insert(nameOf(first), nameOf(second), recordOf(third), Number(fifth))),
  put: async ({ records }, { first, second, third, fifth }) =>
    truth(await records.put(nameOf(first), nameOf(second), recordOf(third), Number(fifth))),
  has: async ({ records }, { first, second }) => truth(await records.has(nameOf(first), nameOf(second))),
  read: async ({ records }, { first, second }) =>
    recordAnswer(await records.read(nameOf(first), nameOf(second))),
  list: async ({ records }, { first }) =>
    (await records.list(nameOf(first))).flatMap((one) => [
      nameText(one.id),
      one.version,
      recordText(one.value),
    ]),
  update: async ({ records }, { first, second, third, fifth }) =>
    truth(
      await records.update(nameOf(first), {
        id: nameOf(second),
        value: recordOf(third),
        version: Number(fifth),
      }),
    ),
  remove: async ({ records }, { first, second }) =>
    truth(await records.remove(nameOf(first), nameOf(second))),
  nextNumber: ({ records }, { first }) => records.nextNumber(nameOf(first)),
  skipNumbers: ({ records }, { first, second }) => done(records.skipNumbers(nameOf(first), Number(second))),
  collections: async ({ records }) =>
    (await records.collections()).flatMap(({ name, count }) => [nameText(name), count]),
  clearRecords: async ({ records }, { args }) => done(records.clear(...args.slice(0, 1).map(nameOf))),
  addEntry: async ({ journal }, { first }) => (await journal.add(newEntryOf(first))).id,
  listEntries: async ({ journal }, { first }) =>
    entriesAnswer(await journal.list(Number(first)), Number(first)),
  clearEntries: ({ journal }) => done(journal.clear()),
  listRules: async ({ rules }) =>
    (await rules.list()).flatMap((rule) => [rule.id, rule.skipped, rule.taken, ruleText(rule)]),
  addRules: async ({ rules }, { args }) => (await rules.add(rulesOf(args))).map(({ id }) => id),
  removeRule: async ({ rules }, { first }) => truth(await rules.remove(nameOf(first))),
  clearRules: ({ rules }) => done(rules.clear()),
  takeRule: async ({ rules }, { first }) => truth(await rules.take(nameOf(first))),
  begin: async (storage, { args }) => truth(await storage.begin(initialOf(args))),
  reset: (storage, { args }) => done(storage.reset(initialOf(args))),
  ping: (storage) => done(storage.ping()),
};

function recordAnswer(record: StoredRecord | undefined): Answer {
  return record === undefined ? null : [record.version, recordText(record.value)];
}

function entriesAnswer(entries: readonly JournalEntry[], after: number): Answer {
  return [entries.at(-1)?.id ?? after, ...entries.flatMap((entry) => [entry.id, entryText(entry)])];
}

function newEntryOf(text: string): NewEntry {
  const { id: _none, ...entry } = entryOf(0, text);
  return entry;
}

function truth(answer: boolean): Answer {
  return answer ? 1 : 0;
}

async function done(work: Promise<void>): Promise<Answer> {
  await work;
  return null;
}
