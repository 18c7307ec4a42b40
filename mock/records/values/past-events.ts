/** Events in the life of a record, by the names of their times and flags: `closedAt`, `is_archived`. */
import type { JsonObject } from '../../../spec/json/exact-json.ts';
import { normalizeName } from '../../../spec/model/name-parts.ts';

const EVENTS =
  'deleted|removed|discarded|trashed|archived|closed|edited|resolved|cancelled|canceled|completed|finished|revoked|disabled|suspended|blocked|banned|refunded|merged|paid|shipped|delivered|published|approved|rejected';
export const TIME_SUFFIX = '(?:at|on|date|time|timestamp|datetime)*';
const PAST_TIME = new RegExp(`^(?:date|time)?(?:last)?(${EVENTS})${TIME_SUFFIX}$`);
const PAST_FLAG = new RegExp(`^(?:is|was|has|hasbeen)?(?:${EVENTS})$`);
const STATE = /(?:status|state|phase|stage)$/i;

/** `plain`: the name in lower case, without separators. */
export function isPastTime(plain: string): boolean {
  return PAST_TIME.test(plain);
}

export function isPastFlag(plain: string): boolean {
  return PAST_FLAG.test(plain);
}

/** Whether the state of the record shows that the event of the time `name` has happened: `closedAt` if it is `closed`. */
export function hasHappened(record: JsonObject, name: string): boolean {
  const [, event] = PAST_TIME.exec(normalizeName(name)) ?? [];
  if (event === undefined) return false;
  return Object.entries(record).some(
    ([one, value]) =>
      STATE.test(one) && typeof value === 'string' && oneSpelling(normalizeName(value)) === oneSpelling(event),
  );
}

function oneSpelling(word: string): string {
  return word.replace('cancelled', 'canceled');
}
