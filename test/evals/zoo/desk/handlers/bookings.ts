import { createHash } from 'node:crypto';
import { type Context, formFields } from '../context.ts';
import { cookiesOf } from '../doors.ts';
import { readFields } from '../forms.ts';
import type { Booking } from '../memory.ts';
import { Refusal } from '../refusal.ts';
import { type Answer, json } from '../wire.ts';

export function createBooking(context: Context): Answer {
  const fields = formFields(context, 'booking');
  const booking: Booking = { ...fields, code: context.memory.nextCode(), status: 'held' };
  context.memory.saveBooking(booking);
  return json(201, booking, { location: `/bookings/${booking.code}`, etag: tagOf(booking) });
}

export function readBooking(context: Context): Answer {
  const { 'x-request-id': id, 'accept-language': languages } = headersOf(context);
  const booking = bookingOf(context);
  const etag = tagOf(booking);
  if (isKnown(context, etag)) return { status: 304, headers: { etag }, body: '' };
  const language = Array.isArray(languages) ? String(languages[0]) : 'en';
  return json(200, booking, { etag, 'x-request-id': String(id), 'content-language': language });
}

/** What is paid stays. */
export function cancelBooking(context: Context): Answer {
  if (bookingOf(context).status === 'paid')
    throw new Refusal({ status: 409, code: 'paid', title: 'What is paid cannot be cancelled.' });
  context.memory.removeBooking(context.named);
  return { status: 204, headers: {}, body: '' };
}

export function bookingOf({ memory, named }: Context): Booking {
  const booking = memory.booking(named);
  if (booking === undefined)
    throw new Refusal({ status: 404, code: 'not-found', title: 'There is no such booking.' });
  return booking;
}

export function tagOf(value: Booking | string): string {
  return `"${createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16)}"`;
}

/** The declared headers and cookies, all judged. */
function headersOf({ desk: { forms, rules }, request }: Context): ReturnType<typeof readFields> {
  const given = Object.keys(rules.headers).flatMap((name): [string, string][] => {
    const text = request.headers[name];
    return text === undefined ? [] : [[name, text]];
  });
  const cookies = cookiesOf(request).filter(([name]) => Object.hasOwn(rules.cookies, name));
  readFields(forms, rules.cookies, cookies);
  return readFields({ ...forms, itemsOf: trimmed(forms.itemsOf) }, rules.headers, given);
}

type ItemsOf = Context['desk']['forms']['itemsOf'];

/** White space around the items of a header does not count (RFC 9110, section 5.6.1). */
function trimmed(itemsOf: ItemsOf): ItemsOf {
  return (values, rule, name) => itemsOf(values, rule, name).map((item) => item.trim());
}

/** RFC 9110, section 13.1.2: compared weakly. */
function isKnown({ request }: Context, etag: string): boolean {
  const known = request.headers['if-none-match'] ?? '';
  return known.trim() === '*' || known.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}
