/** What a story has done with a record, for people. */
import { statusOf } from '../../model/exchange.ts';
import type { Known, Write } from '../../model/sequence.ts';

/** `POST /todos, answered 201`. */
export function writtenBy({ operation, exchange }: Write): string {
  return `${operation.method} ${operation.path}, answered ${statusOf(exchange)}`;
}

/** `was created by POST /todos, answered 201`. */
export function createdWith({ writes: [first] }: Known): string {
  return first === undefined ? 'was created' : `was created by ${writtenBy(first)}`;
}

/** `was removed by DELETE /todos/{id}, answered 204`. */
export function removedWith({ remove, removal }: Known): string {
  const status = removal === undefined ? undefined : statusOf(removal);
  return `was removed by ${remove?.method} ${remove?.path}, answered ${status}`;
}
