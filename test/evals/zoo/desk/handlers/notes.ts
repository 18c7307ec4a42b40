import { type DeskContext, typedBody } from '../context.ts';
import { DeskError, invalidField } from '../error.ts';
import type { DeskResponse } from '../http.ts';
import { bookingTag } from './bookings.ts';

const LONGEST_NOTE = 5_000;

export function readNote({ memory, pathName }: DeskContext): DeskResponse {
  const body = memory.note(pathName);
  if (body === undefined) throw new DeskError({ status: 404, code: 'not-found', title: 'There is no such note.' });
  return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body };
}

export function writeNote(context: DeskContext): DeskResponse {
  typedBody(context, ['text/plain']);
  const text = context.behavior.decode(context.request.body);
  if ([...text].length > LONGEST_NOTE) throw invalidField('note', `has more than ${LONGEST_NOTE} characters`);
  context.memory.writeNote(context.pathName, text);
  return { status: 204, headers: { etag: bookingTag(text) }, body: '' };
}
