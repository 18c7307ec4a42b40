/** Filters, order and pages of calendars and events. */
import { isList, JsonNumber, type JsonObject, wholeNumber } from '../json.ts';
import type { CalendarQuery, EventQuery } from './parameters.ts';
import type { CalendarRecord, EventRecord } from './state.ts';
import { timeIn } from './times.ts';

export function textIn(fields: JsonObject, name: string): string {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
}

export function numberIn(fields: JsonObject, name: string): number {
  const value = fields[name];
  return value instanceof JsonNumber ? Number(wholeNumber(value)) : 0;
}

export function categoriesOf({ fields: { categories } }: EventRecord): readonly string[] {
  const items = categories === undefined || !isList(categories) ? [] : categories;
  return items.filter((item) => typeof item === 'string');
}

export function contains(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.toLowerCase());
}

export function matchesCalendar({ fields }: CalendarRecord, { visibility, archived, name }: CalendarQuery): boolean {
  return (
    (visibility === undefined || fields['visibility'] === visibility) &&
    (archived === undefined || fields['archived'] === archived) &&
    (name === undefined || contains(textIn(fields, 'name'), name))
  );
}

export function matchesEvent(event: EventRecord, query: EventQuery): boolean {
  const { from, to, mode, busy, categories, minSeats, maxSeats, title } = query;
  const start = timeIn(event.fields, 'start');
  const seats = numberIn(event.fields, 'seats');
  return (
    (from === undefined || start >= from) &&
    (to === undefined || start < to) &&
    (mode === undefined || event.fields['mode'] === mode) &&
    (busy === undefined || event.fields['busy'] === busy) &&
    (categories === undefined || categoriesOf(event).some((category) => categories.includes(category))) &&
    (minSeats === undefined || seats >= minSeats) &&
    (maxSeats === undefined || seats <= maxSeats) &&
    (title === undefined || contains(textIn(event.fields, 'title'), title))
  );
}

/** By one member; of equal ones in the order in which they came. */
export function ordered<One extends { readonly fields: JsonObject }>(
  records: readonly One[],
  sort: string,
): readonly One[] {
  const name = sort.replace('-', '');
  const direction = sort.startsWith('-') ? -1 : 1;
  return records.toSorted((one, other) => direction * compareBy(name, one.fields, other.fields));
}

function compareBy(name: string, one: JsonObject, other: JsonObject): number {
  if (name === 'start') return timeIn(one, name) - timeIn(other, name);
  if (one[name] instanceof JsonNumber) return numberIn(one, name) - numberIn(other, name);
  // The order of the bytes in UTF-8 is that of the code points.
  return Buffer.compare(Buffer.from(textIn(one, name)), Buffer.from(textIn(other, name)));
}

/** Behind the calendar of the cursor; undefined for a cursor that is none. */
export function calendarPage(
  calendars: readonly CalendarRecord[],
  cursor: string | undefined,
  limit: number,
): readonly CalendarRecord[] | undefined {
  if (cursor === undefined) return calendars.slice(0, limit);
  const last = Buffer.from(cursor, 'base64url').toString();
  const start = calendars.findIndex(({ id }) => id === last) + 1;
  return start === 0 ? undefined : calendars.slice(start, start + limit);
}

/** Null on the last page. */
export function nextCursor(calendars: readonly CalendarRecord[], page: readonly CalendarRecord[]): string | null {
  const last = page.at(-1);
  return last === undefined || last === calendars.at(-1) ? null : Buffer.from(last.id).toString('base64url');
}

export function eventPage(events: readonly EventRecord[], page: number, size: number): readonly EventRecord[] {
  return events.slice((page - 1) * size, page * size);
}
