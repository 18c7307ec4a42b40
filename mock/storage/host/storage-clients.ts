/** The processes that use the storage of this one, and the requests to all of them. */
import type { ChannelResult, HostRequestName, Message } from '../remote/process-channel.ts';

export interface StorageClients {
  /** `onSilent` is called if the client does not respond in time; it is then disconnected. */
  connect(sendMessage: (message: Message) => void, onSilent: () => void): StorageClient;
  /** Resolves when all clients have responded, with their results. Clients that disconnect meanwhile have no result. */
  requestAll(name: HostRequestName, value: number): Promise<readonly ChannelResult[]>;
  /** Like `requestAll`, and also sent to clients that connect later, until it is sent again. */
  requestAlways(name: HostRequestName, value: number): Promise<unknown>;
}

export interface StorageClient {
  /** Call at the first request of the client: it then receives the requests to all clients. */
  activate(): void;
  receiveResult(id: number, result: ChannelResult): void;
  disconnect(): void;
}

/** In milliseconds. A process may be busy; one that hangs blocks everything that changes rules or reads the journal. */
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
            // This process may itself have been busy: the result is then already received and is processed before the
            // immediate.
            const disconnectIfStillPending = () => setImmediate(() => pendingRequests.has(id) && disconnectSilent());
            const timer = setTimeout(disconnectIfStillPending, RESULT_TIMEOUT_MS);
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
