/** Records as they are shown. */
import { JsonNumber, type JsonObject } from '../json.ts';
import type { AttendeeRecord, CalendarRecord, EventRecord, ExportRecord, InvitationRecord } from './state.ts';
import { timeIn } from './times.ts';

export function showCalendar({ id, owner, createdAt, updatedAt, fields }: CalendarRecord): JsonObject {
  const { feedSecret: _feedSecret, ...shown } = fields;
  return { id, owner, createdAt, updatedAt, ...shown };
}

export function showSummary({ id, fields }: CalendarRecord): JsonObject {
  const { name = '', visibility = '', archived = false, slotMinutes = null } = fields;
  const { color } = fields;
  return { id, name, visibility, archived, slotMinutes, ...(color === undefined ? {} : { color }) };
}

export function showEvent({ id, calendar, createdAt, updatedAt, revision, fields }: EventRecord): JsonObject {
  const minutes = Math.floor((timeIn(fields, 'end') - timeIn(fields, 'start')) / 60_000);
  return {
    id,
    calendarId: calendar,
    createdAt,
    updatedAt,
    revision: new JsonNumber(revision),
    minutes: new JsonNumber(minutes),
    ...fields,
  };
}

export function showAttendee({ email, fields }: AttendeeRecord): JsonObject {
  return { email, ...fields };
}

export function showInvitation({ id, fields, state, createdAt, decidedAt }: InvitationRecord): JsonObject {
  const email = String(fields['email']).toLowerCase();
  return { id: new JsonNumber(id), state, ...fields, email, createdAt, decidedAt: decidedAt ?? null };
}

export function showExport({ id, fields, file }: ExportRecord, state: string): JsonObject {
  return { id, state, ...fields, bytes: state === 'done' ? new JsonNumber(Buffer.byteLength(file)) : null };
}
