/** A storage that others keep parts of: the entries that nobody has read yet, and whether there are rules. */
import type { HeldJournal, HeldStorage, Journal, RuleBook, Storage } from '../../model/storage.ts';
import { type Answer, groupsOf, listOf } from '../operations.ts';
import { type ChannelReply, clock, isFailure } from '../remote/channel.ts';
import { entryOf } from '../texts.ts';
import { inTurn } from '../watching.ts';
import type { Members } from './members.ts';

export interface Shared {
  readonly storage: Storage;
  /** Brings the entries that were added up to now into the journal that is held. */
  fetch(): Promise<void>;
}

export function shareAmong(members: Members, held: HeldStorage): Shared {
  const fetch = inTurn(() => fetchEntries(members, held.journal));
  const { adding, removing } = createNotice(members, held.rules);
  const storage: Storage = {
    ...held,
    journal: sharedJournal(members, held.journal, fetch),
    rules: {
      list: held.rules.list,
      take: held.rules.take,
      add: (rules) => adding(rules.length, () => held.rules.add(rules)),
      remove: (id) => removing(() => held.rules.remove(id)),
      clear: () => removing(() => held.rules.clear()),
    },
    begin: (initial) => adding(initial.rules.length, () => held.begin(initial)),
    reset: async (initial) => {
      await fetch();
      await adding(initial.rules.length, () => held.reset(initial));
    },
  };
  return { storage, fetch };
}

function sharedJournal(members: Members, held: HeldJournal, fetch: () => Promise<void>): Journal {
  let watchers = 0;
  return {
    add: async (entry) => {
      await fetch();
      return held.add(entry);
    },
    list: async (after) => {
      await fetch();
      return held.list(after);
    },
    clear: async () => {
      await fetch();
      await held.clear();
    },
    watch: async (listener) => {
      watchers += 1;
      if (watchers === 1) void members.orderAlways('watched', 1);
      // What came before is none of its business, and who is asked for that has heard the order.
      await fetch().catch(() => undefined);
      const stop = await held.watch(listener);
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        stop();
        watchers -= 1;
        if (watchers === 0) void members.orderAlways('watched', 0);
      };
    },
  };
}

/** No process may think that there are no rules once the first one is there: all are told before. */
function createNotice(members: Members, rules: Required<RuleBook>) {
  let isTold = false;
  let told: Promise<unknown> = members.orderAlways('rules', 0);
  let changes = 0;
  const removing = async <Result>(change: () => Promise<Result>): Promise<Result> => {
    changes += 1;
    try {
      return await change();
    } finally {
      changes -= 1;
      if (isTold && changes === 0 && rules.isEmpty()) {
        isTold = false;
        void members.orderAlways('rules', 0);
      }
    }
  };
  const adding = <Result>(count: number, change: () => Promise<Result>): Promise<Result> =>
    removing(async () => {
      if (count > 0 && !isTold) {
        isTold = true;
        told = members.orderAlways('rules', 1);
      }
      if (isTold) await told;
      return change();
    });
  return { adding, removing };
}

/** All have been added up to the same time, so that nothing that was answered before something else comes after it. */
async function fetchEntries(members: Members, journal: HeldJournal): Promise<void> {
  const replies = await members.order('give', clock());
  const given = replies.map((reply) => (isFailure(reply) ? [] : listOf(reply)));
  journal.pass(given.reduce((sum, [left]) => sum + Number(left ?? 0), 0));
  const entries = given.flatMap((one) => groupsOf(one.slice(1), 3)).toSorted(byTime);
  for (const [, size, text] of entries) {
    journal.addUnread({ mostText: Number(size), read: () => entryOf(0, String(text)) });
  }
  refuseFailure(replies);
}

function byTime([one]: readonly Answer[], [other]: readonly Answer[]): number {
  return Number(one) - Number(other);
}

/** What could be had is in the journal. */
function refuseFailure(replies: readonly ChannelReply[]): void {
  const failed = replies.find(isFailure);
  if (failed !== undefined) throw new Error(failed.failure);
}
