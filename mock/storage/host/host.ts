/** Lets other processes of ours use the storage of this one (remote.ts is their end). */
import type { HeldStorage, Storage } from '../../model/storage.ts';
import { type Answer, isOperation, type Operation } from '../operations.ts';
import { type Channel, type ChannelReply, failureOf, type Message } from '../remote/channel.ts';
import { entryText } from '../texts.ts';
import { answerFrom } from './answers.ts';
import { createMembers } from './members.ts';
import { shareAmong } from './share.ts';

export interface Host {
  /** As the other processes have it: what they keep is in it. For this process to use in place of the one that is held. */
  readonly storage: Storage;
  /** Until the other end is gone; call what it gives to end before. `silent` is called if it does not answer for long. */
  admit(channel: Channel, silent?: () => void): () => void;
}

export function createHost(held: HeldStorage): Host {
  const members = createMembers();
  const { storage, fetch } = shareAmong(members, held);
  return {
    storage,
    admit: (channel, silent = () => undefined) => {
      // Who cannot be told is gone, and needs nothing.
      const tell = (message: Message) => channel.send(message, () => undefined);
      const member = members.admit(tell, silent);
      const watching = createWatching(storage, tell);
      const reply = ({ operation, args }: Question): Promise<Answer> => {
        if (operation === 'watch') return watching.start();
        return operation === 'unwatch' ? watching.stop() : answerFrom(storage, operation, args);
      };
      /** All are begun in their order before the first answer is waited for. */
      const replyAll = async (id: number, questions: readonly Question[]) => {
        if (questions.length === 0) return;
        member.join();
        const answers = await Promise.all(questions.map(reply).map(orFailure));
        for (const some of sendable(answers)) {
          channel.send({ storage: 'answers', id, answers: some }, ({ message }) =>
            tell({ storage: 'answers', id, answers: some.map(() => ({ failure: message })) }),
          );
        }
      };
      const leave = () => {
        member.leave();
        watching.stop().catch(() => undefined);
      };
      const stop = channel.listen((message) => {
        if (message.storage === 'questions') void replyAll(message.id, questionsIn(message.asked));
        if (message.storage === 'done') member.hear(message.id, message.answer);
        // Whoever watches is told by nobody that it failed; the next one who reads is.
        if (message.storage === 'news') fetch().catch(() => undefined);
      }, leave);
      return () => {
        stop();
        leave();
      };
    },
  };
}

function createWatching({ journal }: Storage, tell: (message: Message) => void) {
  let watching: Promise<() => void> | undefined;
  return {
    start: async (): Promise<Answer> => {
      watching ??= journal.watch((entry) => tell({ storage: 'entry', id: entry.id, text: entryText(entry) }));
      await watching;
      return null;
    },
    stop: async (): Promise<Answer> => {
      const stop = watching;
      watching = undefined;
      (await stop)?.();
      return null;
    },
  };
}

interface Question {
  readonly operation: Operation | 'watch' | 'unwatch';
  readonly args: readonly string[];
}

/** None where one of them is no question of ours. */
function questionsIn(asked: readonly string[]): readonly Question[] {
  const questions: Question[] = [];
  for (let at = 0; at < asked.length; ) {
    const operation = asked[at];
    if (operation !== 'watch' && operation !== 'unwatch' && !isOperation(operation)) return [];
    const end = at + 2 + Number(asked[at + 1]);
    questions.push({ operation, args: asked.slice(at + 2, end) });
    at = end;
  }
  return questions;
}

async function orFailure(answer: Promise<Answer>): Promise<ChannelReply> {
  try {
    return await answer;
  } catch (error) {
    return failureOf(error);
  }
}

/** Characters. A message becomes one text, which has a longest: many long answers in one would not fit. */
const MOST_TEXT = 1_000_000;

/** The same in their order, so many at a time as fit into a message; one that is longer is alone. */
function sendable(replies: readonly ChannelReply[]): readonly (readonly ChannelReply[])[] {
  const messages: ChannelReply[][] = [];
  let room = 0;
  for (const reply of replies) {
    const length = lengthOf(reply);
    const last = messages.at(-1);
    if (last === undefined || length > room) messages.push([reply]);
    else last.push(reply);
    room = (last === undefined || length > room ? MOST_TEXT : room) - length;
  }
  return messages;
}

function lengthOf(reply: ChannelReply): number {
  if (typeof reply === 'string') return reply.length;
  if (typeof reply !== 'object' || reply === null || 'failure' in reply) return 0;
  return reply.reduce<number>((sum, item) => sum + lengthOf(item), 0);
}
