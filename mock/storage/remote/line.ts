/** Asks the process that holds the storage: what is asked while an answer is on its way is asked in one message after it. */
import { KitError } from '../../../errors.ts';
import type { Answer } from '../operations.ts';
import { type Channel, type ChannelReply, isFailure, type Message } from './channel.ts';

export interface Line {
  /** Rejects with `storage-unreachable`. */
  ask(operation: string, args: readonly string[]): Promise<Answer>;
  close(): void;
}

type Asked = PromiseWithResolvers<Answer>;

/** Those for which the other end has to ask all processes first: nobody else waits for their answers. */
const SLOW: ReadonlySet<string> = new Set([
  'addEntry',
  'listEntries',
  'clearEntries',
  'addRules',
  'begin',
  'reset',
  'watch',
  'unwatch',
]);

export function createLine(channel: Channel, heard: (message: Message) => void): Line {
  let texts: string[] = [];
  let asked: Asked[] = [];
  /** Sent, by the id of the message. */
  const waiting = new Map<number, readonly Asked[]>();
  /** What is asked together waits for the answers to this one. */
  let under: number | undefined;
  let lastId = 0;
  let closed: string | undefined;

  const send = (questions: readonly string[], askers: readonly Asked[]): void => {
    lastId += 1;
    const id = lastId;
    waiting.set(id, askers);
    channel.send({ storage: 'questions', id, asked: questions }, ({ message }) =>
      settle(
        id,
        askers.map(() => ({ failure: message })),
      ),
    );
  };
  const settle = (id: number, replies: readonly ChannelReply[]): void => {
    const answered = waiting.get(id) ?? [];
    const rest = answered.slice(replies.length);
    if (rest.length === 0) waiting.delete(id);
    else waiting.set(id, rest);
    for (const [index, one] of answered.entries()) {
      const reply = replies[index];
      if (reply !== undefined) settleOne(one, reply);
    }
    if (rest.length > 0 || id !== under) return;
    under = undefined;
    if (asked.length > 0) setImmediate(flush);
  };
  const flush = (): void => {
    if (under !== undefined || asked.length === 0) return;
    const [questions, askers] = [texts, asked];
    texts = [];
    asked = [];
    // What cannot be sent may fail at once.
    under = lastId + 1;
    send(questions, askers);
  };
  const end = (reason: string): void => {
    closed ??= reason;
    for (const one of [...waiting.values(), asked].flat()) one.reject(unreachable(reason));
    waiting.clear();
    asked = [];
  };
  const stop = channel.listen(
    (message) => {
      if (message.storage === 'answers') settle(message.id, message.answers);
      else heard(message);
    },
    () => end('the process that holds it is gone'),
  );

  return {
    ask: (operation, args) => {
      if (closed !== undefined) return Promise.reject(unreachable(closed));
      const one = Promise.withResolvers<Answer>();
      const question = [operation, String(args.length), ...args];
      if (SLOW.has(operation)) {
        send(question, [one]);
        return one.promise;
      }
      texts.push(...question);
      // Once for all that is asked in this turn of the event loop.
      if (asked.push(one) === 1) setImmediate(flush);
      return one.promise;
    },
    close: () => {
      stop();
      end('it was closed');
    },
  };
}

function settleOne({ resolve, reject }: Asked, reply: ChannelReply): void {
  if (isFailure(reply)) reject(unreachable(reply.failure));
  else resolve(reply);
}

function unreachable(reason: string): KitError {
  return new KitError('storage-unreachable', reason);
}
