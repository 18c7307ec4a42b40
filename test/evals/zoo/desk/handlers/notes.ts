import { type Context, typedBody } from '../context.ts';
import { Refusal, wrongField } from '../refusal.ts';
import type { Answer } from '../wire.ts';
import { tagOf } from './bookings.ts';

const LONGEST_NOTE = 5_000;

export function readNote({ memory, named }: Context): Answer {
  const body = memory.note(named);
  if (body === undefined)
    throw new Refusal({ status: 404, code: 'not-found', title: 'There is no such note.' });
  return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body };
}

export function writeNote(context: Context): Answer {
  typedBody(context, ['text/plain']);
  const text = context.desk.decode(context.request.body);
  if ([...text].length > LONGEST_NOTE) throw wrongField('note', `has more than ${LONGEST_NOTE} characters`);
  context.memory.writeNote(context.named, text);
  return { status: 204, headers: { etag: tagOf(text) }, body: '' };
}
