/** The processes that use the storage of this one, and what is wanted of all of them. */
import type { ChannelResult, HostRequestName, Message } from '../remote/process-channel.ts';

export interface StorageClients {
  /** `silent` is called for one that does not answer; from then on it is none. */
  connect(sendMessage: (message: Message) => void, onSilent: () => void): StorageClient;
  /** Resolves when all have done it, with what each says. Those that leave meanwhile say nothing. */
  requestAll(name: HostRequestName, value: number): Promise<readonly ChannelResult[]>;
  /** As `order`, of those who join later too; until it is ordered again. */
  requestAlways(name: HostRequestName, value: number): Promise<unknown>;
}

export interface StorageClient {
  /** With the first question: from now on it gets the orders. */
  activate(): void;
  receiveResult(id: number, result: ChannelResult): void;
  disconnect(): void;
}

/** Milliseconds. A process may have a lot to do; one that hangs holds all up who change rules or read the journal. */
const RESULT_TIMEOUT_MS = 10_000;

interface ActiveClient {
  request(name: HostRequestName, value: number): Promise<readonly ChannelResult[]>;
}

export function createStorageClients(): StorageClients {
  const activeClients = new Set<ActiveClient>();
  const standingRequests = new Map<HostRequestName, number>();
  const requestAll: StorageClients['requestAll'] = async (name, value) =>
    (await Promise.all(Array.from(activeClients, (one) => one.request(name, value)))).flat();
  return {
    requestAll,
    requestAlways: (name, value) => {
      standingRequests.set(name, value);
      return requestAll(name, value);
    },
    connect: (sendMessage, onSilent) => {
      const pendingRequests = new Map<number, (results: readonly ChannelResult[]) => void>();
      let lastId = 0;
      const disconnect = () => {
        activeClients.delete(self);
        for (const done of pendingRequests.values()) done([]);
        pendingRequests.clear();
      };
      const disconnectSilent = () => {
        disconnect();
        onSilent();
      };
      const self: ActiveClient = {
        request: (name, value) =>
          new Promise((resolve) => {
            lastId += 1;
            const id = lastId;
            // This process may have been busy for as long: then the answer is there, and read before the immediate.
            const disconnectUnlessAnswered = () => setImmediate(() => pendingRequests.has(id) && disconnectSilent());
            const timer = setTimeout(disconnectUnlessAnswered, RESULT_TIMEOUT_MS);
            pendingRequests.set(id, (results) => {
              clearTimeout(timer);
              resolve(results);
            });
            sendMessage({ storage: 'order', id, name, value });
          }),
      };
      let isNew = true;
      return {
        activate: () => {
          if (!isNew) return;
          isNew = false;
          activeClients.add(self);
          for (const [name, value] of standingRequests) void self.request(name, value);
        },
        receiveResult: (id, result) => {
          pendingRequests.get(id)?.([result]);
          pendingRequests.delete(id);
        },
        disconnect,
      };
    },
  };
}
