/** The storage of another process of ours (host.ts is its end), such as the primary of several workers. */
import { KitError } from '../../errors.ts';
import { createAudience } from './audience.ts';
import { createStorageElsewhere } from './elsewhere.ts';
import type { Answer } from './operations.ts';
import type { Channel, Message } from './remote/channel.ts';
import type { Storage } from './storage.ts';
import { entryOf } from './texts.ts';

/** Once the other process is gone, all of it rejects with `storage-unreachable`. Closing it leaves the channel open. */
export function openRemoteStorage(channel: Channel): Storage {
  const audience = createAudience();
  const line = createLine(channel, ({ id, text }) => {
    if (audience.size > 0) audience.tell(entryOf(id, text));
  });
  let watching: Promise<Answer> | undefined;
  return createStorageElsewhere({
    ask: (operation, args) => line.ask((id) => ({ storage: 'ask', id, operation, args })),
    watch: async (listener) => {
      watching ??= line.ask((id) => ({ storage: 'watch', id }));
      await watching;
      return audience.join(listener);
    },
    close: async () => line.close(),
  });
}

type EntryMessage = Extract<Message, { readonly storage: 'entry' }>;

interface Line {
  ask(question: (id: number) => Message): Promise<Answer>;
  close(): void;
}

/** Matches answers to questions by their number. */
function createLine(channel: Channel, heard: (message: EntryMessage) => void): Line {
  const waiting = new Map<number, PromiseWithResolvers<Answer>>();
  let lastId = 0;
  let closed: string | undefined;

  const settle = (message: Message): void => {
    if (message.storage !== 'answer' && message.storage !== 'failure') return;
    const asked = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.storage === 'answer') asked?.resolve(message.answer);
    else asked?.reject(unreachable(message.reason));
  };
  const end = (reason: string): void => {
    closed ??= reason;
    for (const asked of waiting.values()) asked.reject(unreachable(reason));
    waiting.clear();
  };
  const stop = channel.listen(
    (message) => (message.storage === 'entry' ? heard(message) : settle(message)),
    () => end('the process that holds it is gone'),
  );

  return {
    ask: (question) => {
      if (closed !== undefined) return Promise.reject(unreachable(closed));
      lastId += 1;
      const id = lastId;
      const asked = Promise.withResolvers<Answer>();
      waiting.set(id, asked);
      channel.send(question(id), (error) => settle({ storage: 'failure', id, reason: error.message }));
      return asked.promise;
    },
    close: () => {
      stop();
      end('it was closed');
    },
  };
}

function unreachable(reason: string): KitError {
  return new KitError('storage-unreachable', reason);
}
