import type { Reply } from '../remote/channel.ts';

/** Characters. A message becomes one text, which has a longest: many long answers in one would not fit. */
const MOST_TEXT = 1_000_000;

/** The same in their order, so many at a time as fit into a message; one that is longer is alone. */
export function sendable(replies: readonly Reply[]): readonly (readonly Reply[])[] {
  const messages: Reply[][] = [];
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

function lengthOf(reply: Reply): number {
  if (typeof reply === 'string') return reply.length;
  if (typeof reply !== 'object' || reply === null || 'failure' in reply) return 0;
  return reply.reduce<number>((sum, item) => sum + lengthOf(item), 0);
}
