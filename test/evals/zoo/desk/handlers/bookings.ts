import { createHash } from 'node:crypto';
import { cookiesOf } from '../authentication.ts';
import { type DeskContext, formFields } from '../context.ts';
import { DeskError } from '../error.ts';
import { readFields } from '../forms.ts';
import { type DeskResponse, jsonDeskResponse } from '../http.ts';
import type { Booking } from '../memory.ts';

export function createBooking(context: DeskContext): DeskResponse {
  const fields = formFields(context, 'booking');
  const booking: Booking = { ...fields, code: context.memory.nextCode(), status: 'held' };
  context.memory.saveBooking(booking);
  return jsonDeskResponse(201, booking, { location: `/bookings/${booking.code}`, etag: bookingTag(booking) });
}

export function readBooking(context: DeskContext): DeskResponse {
  const { 'x-request-id': id, 'accept-language': languages } = headersOf(context);
  const booking = bookingOf(context);
  const etag = bookingTag(booking);
  if (isKnown(context, etag)) return { status: 304, headers: { etag }, body: '' };
  const language = Array.isArray(languages) ? String(languages[0]) : 'en';
  return jsonDeskResponse(200, booking, { etag, 'x-request-id': String(id), 'content-language': language });
}

/** What is paid stays. */
export function cancelBooking(context: DeskContext): DeskResponse {
  if (bookingOf(context).status === 'paid')
    throw new DeskError({ status: 409, code: 'paid', title: 'What is paid cannot be cancelled.' });
  context.memory.removeBooking(context.pathName);
  return { status: 204, headers: {}, body: '' };
}

export function bookingOf({ memory, pathName }: DeskContext): Booking {
  const booking = memory.booking(pathName);
  if (booking === undefined)
    throw new DeskError({ status: 404, code: 'not-found', title: 'There is no such booking.' });
  return booking;
}

export function bookingTag(value: Booking | string): string {
  return `"${createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16)}"`;
}

/** The declared headers and cookies, all judged. */
function headersOf({ behavior: { forms, rules }, request }: DeskContext): ReturnType<typeof readFields> {
  const given = Object.keys(rules.headers).flatMap((name): [string, string][] => {
    const text = request.headers[name];
    return text === undefined ? [] : [[name, text]];
  });
  const cookies = cookiesOf(request).filter(([name]) => Object.hasOwn(rules.cookies, name));
  readFields(forms, rules.cookies, cookies);
  return readFields({ ...forms, itemsOf: trimmed(forms.itemsOf) }, rules.headers, given);
}

type ItemsOf = DeskContext['behavior']['forms']['itemsOf'];

/** White space around the items of a header does not count (RFC 9110, section 5.6.1). */
function trimmed(itemsOf: ItemsOf): ItemsOf {
  return (values, rule, name) => itemsOf(values, rule, name).map((item) => item.trim());
}

/** RFC 9110, section 13.1.2: compared weakly. */
function isKnown({ request }: DeskContext, etag: string): boolean {
  const known = request.headers['if-none-match'] ?? '';
  return known.trim() === '*' || known.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}
