import type { JsonObject } from '../json.ts';

export interface CalendarRecord {
  readonly id: string;
  readonly owner: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly fields: JsonObject;
}

export interface EventRecord {
  readonly id: string;
  readonly calendar: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly revision: number;
  readonly fields: JsonObject;
}

export interface AttendeeRecord {
  readonly event: string;
  /** In small letters. */
  readonly email: string;
  readonly fields: JsonObject;
}

export type InvitationState = 'pending' | 'accepted' | 'declined' | 'cancelled';

export interface InvitationRecord {
  readonly id: bigint;
  readonly event: string;
  readonly owner: string;
  readonly fields: JsonObject;
  readonly state: InvitationState;
  readonly createdAt: string;
  readonly decidedAt: string | undefined;
}

export interface ExportRecord {
  readonly id: string;
  readonly calendar: string;
  readonly owner: string;
  readonly fields: JsonObject;
  /** In milliseconds since 1970. */
  readonly startedAt: number;
  readonly file: string;
}

export interface CalendarState {
  /** All maps are in the order of creation. */
  readonly calendars: Map<string, CalendarRecord>;
  readonly events: Map<string, EventRecord>;
  /** By event and e-mail. */
  readonly attendees: Map<string, AttendeeRecord>;
  readonly invitations: Map<bigint, InvitationRecord>;
  readonly exports: Map<string, ExportRecord>;
  /** By user. */
  readonly settings: Map<string, JsonObject>;
  lastInvitationId: bigint;
}

/** Ids of invitations are beyond the integers that a double holds exactly. */
export function emptyCalendars(): CalendarState {
  return {
    calendars: new Map(),
    events: new Map(),
    attendees: new Map(),
    invitations: new Map(),
    exports: new Map(),
    settings: new Map(),
    lastInvitationId: 9_007_199_254_740_992n,
  };
}

export function attendeeKey(event: string, email: string): string {
  return `${event}/${email.toLowerCase()}`;
}

/** With everything in it. */
export function removeCalendar(state: CalendarState, { id }: CalendarRecord): void {
  state.calendars.delete(id);
  for (const event of state.events.values()) if (event.calendar === id) removeEvent(state, event);
  for (const job of state.exports.values()) if (job.calendar === id) state.exports.delete(job.id);
}

export function removeEvent(state: CalendarState, { id }: EventRecord): void {
  state.events.delete(id);
  for (const [key, { event }] of state.attendees) if (event === id) state.attendees.delete(key);
  for (const [key, { event }] of state.invitations) if (event === id) state.invitations.delete(key);
}
