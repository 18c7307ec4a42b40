/** The words for what an action leads to: `cancel` to `cancelled`, `start` to `in_progress`, `unlock` to no longer `locked`. */
import { letters, participlesOf } from '../../../spec/described/verb-forms.ts';

/** Words for the state after the action, the best first; without separators, in lower case. */
export function resultWords(verb: string): readonly string[] {
  return [...(usualResults.get(verb) ?? []), ...participlesOf(verb), verb];
}

const usualResults: ReadonlyMap<string, readonly string[]> = new Map([
  ['cancel', ['cancelled', 'canceled']],
  ['ship', ['shipped', 'dispatched']],
  ['publish', ['published', 'live']],
  ['approve', ['approved', 'accepted']],
  ['reject', ['rejected', 'declined', 'denied']],
  ['decline', ['declined', 'rejected']],
  ['start', ['started', 'running', 'inprogress', 'active', 'ongoing']],
  ['begin', ['begun', 'running', 'inprogress', 'active', 'ongoing']],
  ['resume', ['resumed', 'running', 'inprogress', 'active']],
  ['complete', ['completed', 'complete', 'done', 'finished']],
  ['finish', ['finished', 'completed', 'complete', 'done']],
  ['enable', ['enabled', 'active']],
  ['disable', ['disabled', 'inactive']],
  ['unlock', ['unlocked', 'open']],
  ['reopen', ['open', 'reopened', 'opened']],
  ['unpublish', ['unpublished', 'draft']],
  ['unarchive', ['unarchived', 'active']],
  ['unsuspend', ['active']],
  ['restore', ['restored', 'active']],
]);

/** The verb that undoes the action, as far as there is one. */
export function oppositeOf(verb: string): string | undefined {
  return opposites.get(verb) ?? (/^un[a-z]{3}/.test(verb) ? verb.slice(2) : `un${verb}`);
}

const pairs = [
  ['activate', 'deactivate'],
  ['enable', 'disable'],
  ['open', 'close'],
  ['pause', 'resume'],
] as const;

const opposites: ReadonlyMap<string, string> = new Map([
  ...pairs.flatMap(([one, other]) => [[one, other] as const, [other, one] as const]),
  ['reopen', 'close'],
  ['restore', 'archive'],
]);

/** Whether the name is the flag or the time of that state: `isCancelled`, `cancelled_at`. */
export function namesFlag(name: string, words: readonly string[]): boolean {
  return words.includes(letters(name).replace(/^(?:is|was|has(?:been)?)(?=..)/, '')) || words.includes(letters(name));
}

export function namesTime(name: string, words: readonly string[]): boolean {
  const stem = letters(name)
    .replace(/^(?:date|time)(?=..)/, '')
    .replace(/(?:at|on|date|time|timestamp|datetime)$/, '');
  return stem !== letters(name) && words.includes(stem);
}
