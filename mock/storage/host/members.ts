/** The processes that use the storage of this one, and what is wanted of all of them. */
import type { ChannelReply, Message, OrderName } from '../remote/channel.ts';

export interface Members {
  /** `silent` is called for one that does not answer; from then on it is none. */
  admit(tell: (message: Message) => void, silent: () => void): Member;
  /** Resolves when all have done it, with what each says. Those that leave meanwhile say nothing. */
  order(name: OrderName, value: number): Promise<readonly ChannelReply[]>;
  /** As `order`, of those who join later too; until it is ordered again. */
  orderAlways(name: OrderName, value: number): Promise<unknown>;
}

export interface Member {
  /** With the first question: from now on it gets the orders. */
  join(): void;
  hear(id: number, answer: ChannelReply): void;
  leave(): void;
}

/** Milliseconds. A process may have a lot to do; one that hangs holds all up who change rules or read the journal. */
const SILENCE_MS = 10_000;

interface Joined {
  order(name: OrderName, value: number): Promise<readonly ChannelReply[]>;
}

export function createMembers(): Members {
  const joined = new Set<Joined>();
  const standing = new Map<OrderName, number>();
  const order: Members['order'] = async (name, value) =>
    (await Promise.all(Array.from(joined, (one) => one.order(name, value)))).flat();
  return {
    order,
    orderAlways: (name, value) => {
      standing.set(name, value);
      return order(name, value);
    },
    admit: (tell, silent) => {
      const waiting = new Map<number, (replies: readonly ChannelReply[]) => void>();
      let lastId = 0;
      const leave = () => {
        joined.delete(self);
        for (const done of waiting.values()) done([]);
        waiting.clear();
      };
      const giveUp = () => {
        leave();
        silent();
      };
      const self: Joined = {
        order: (name, value) =>
          new Promise((resolve) => {
            lastId += 1;
            const id = lastId;
            // This process may have been busy for as long: then the answer is there, and read before the immediate.
            const giveUpUnlessHeard = () => setImmediate(() => waiting.has(id) && giveUp());
            const timer = setTimeout(giveUpUnlessHeard, SILENCE_MS);
            waiting.set(id, (replies) => {
              clearTimeout(timer);
              resolve(replies);
            });
            tell({ storage: 'order', id, name, value });
          }),
      };
      let isNew = true;
      return {
        join: () => {
          if (!isNew) return;
          isNew = false;
          joined.add(self);
          for (const [name, value] of standing) void self.order(name, value);
        },
        hear: (id, answer) => {
          waiting.get(id)?.([answer]);
          waiting.delete(id);
        },
        leave,
      };
    },
  };
}
