import { randomUUID } from 'node:crypto';
import type { ServerOptions } from 'node:http';
import { isObject, type Json, type JsonObject, parseJson } from '../json.ts';
import { authentication, type CalendarAuthentication } from './authentication.ts';
import { mergePatch, withDefaults } from './defaults.ts';
import {
  badParameter,
  CalendarProblem,
  type CalendarRequest,
  type CalendarResponse,
  notFound,
  respondToProblem,
  strongTag,
} from './http.ts';
import { calendarPage, eventPage, matchesCalendar, matchesEvent, nextCursor, ordered } from './lists.ts';
import { type CalendarQuery, type CalendarQueryPairs, type EventQuery, readQuery } from './parameters.ts';
import { showAttendee, showCalendar, showEvent, showExport, showInvitation, showSummary } from './shown.ts';
import {
  type AttendeeRecord,
  attendeeKey,
  type CalendarRecord,
  type CalendarState,
  type EventRecord,
  type ExportRecord,
  emptyCalendars,
  type InvitationRecord,
  type InvitationState,
  removeCalendar,
  removeEvent,
} from './state.ts';
import { nextState } from './transitions.ts';

export interface EventKey {
  readonly calendar: CalendarRecord;
  readonly id: string;
  readonly operation: string;
}

/** The stages of an exchange; a variant replaces some of them. */
export interface CalendarBehavior {
  readonly serverOptions: ServerOptions;
  readonly authentication: CalendarAuthentication;
  /** Whether credentials are checked for this request. */
  isProtected(request: CalendarRequest): boolean;
  wrapExchange(request: CalendarRequest, respond: () => Promise<CalendarResponse>): Promise<CalendarResponse>;
  /** The path by which the operation is found, without the base path. */
  routedPath(path: string): string;
  decodeSegment(text: string): string;
  isOwn(user: string, owner: string, operation: string): boolean;
  /** For a record that does not exist, or belongs to another user. */
  missing(what: string, isOfOtherUser: boolean): CalendarProblem;
  enforces(rule: string, operation: string): boolean;
  readQuery(text: string): CalendarQueryPairs;
  /** The items of a pipe-delimited array. */
  listItems(text: string): readonly string[];
  /** Without parameters, in small letters. */
  mediaType(contentType: string): string;
  decodeText(bytes: Buffer): string;
  parseJson(text: string): Json;
  /** What becomes of a body before it is checked. */
  prepare(body: Json, operation: string): Json;
  /** What of a valid body is kept. */
  keepFields(fields: JsonObject, operation: string): JsonObject;
  withDefaults(kind: string, fields: JsonObject): JsonObject;
  mergePatch(target: JsonObject, patch: JsonObject): JsonObject;
  /** What an event has after it was replaced. */
  replaced(old: JsonObject, fields: JsonObject): JsonObject;
  isNameTaken(calendars: readonly CalendarRecord[], name: string): boolean;
  newId(kind: 'calendar' | 'event' | 'export', fields: JsonObject): string;
  now(): string;
  newState(): CalendarState;
  findCalendar(state: CalendarState, id: string, operation: string): CalendarRecord | undefined;
  findEvent(state: CalendarState, key: EventKey): EventRecord | undefined;
  findInvitation(state: CalendarState, id: bigint): InvitationRecord | undefined;
  findExport(state: CalendarState, id: string): ExportRecord | undefined;
  attendeeKey(event: string, email: string): string;
  saveCalendar(state: CalendarState, calendar: CalendarRecord): void;
  saveEvent(state: CalendarState, event: EventRecord): void;
  saveAttendee(state: CalendarState, key: string, attendee: AttendeeRecord): void;
  saveSettings(state: CalendarState, user: string, fields: JsonObject): void;
  settingsOf(state: CalendarState, user: string): JsonObject;
  removeCalendar(state: CalendarState, calendar: CalendarRecord): void;
  removeEvent(state: CalendarState, event: EventRecord): void;
  removeAttendee(state: CalendarState, key: string): void;
  calendarsOf(state: CalendarState, user: string): readonly CalendarRecord[];
  matchesCalendar(calendar: CalendarRecord, query: CalendarQuery): boolean;
  orderedCalendars(calendars: readonly CalendarRecord[], sort: string | undefined): readonly CalendarRecord[];
  calendarPage: typeof calendarPage;
  nextCursor: typeof nextCursor;
  /** How many calendars are in a page where the client does not say it. */
  readonly defaultLimit: number;
  eventsOf(state: CalendarState, calendar: CalendarRecord): readonly EventRecord[];
  matchesEvent(event: EventRecord, query: EventQuery): boolean;
  orderedEvents(events: readonly EventRecord[], sort: string | undefined): readonly EventRecord[];
  eventPage: typeof eventPage;
  totalOf(events: readonly EventRecord[], page: readonly EventRecord[]): number;
  attendeesOf(state: CalendarState, event: EventRecord): readonly AttendeeRecord[];
  /** Undefined where the action is a conflict. */
  nextState(action: string, state: InvitationState): InvitationState | undefined;
  exportState(job: ExportRecord): string;
  isMatch(condition: string | undefined, tag: string): boolean;
  isNoneMatch(condition: string | undefined, tag: string): boolean;
  tagOf(content: string): string;
  showCalendar(calendar: CalendarRecord): JsonObject;
  showSummary(calendar: CalendarRecord): JsonObject;
  showEvent(event: EventRecord): JsonObject;
  showAttendee(attendee: AttendeeRecord): JsonObject;
  showInvitation(invitation: InvitationRecord): JsonObject;
  showExport(job: ExportRecord, state: string): JsonObject;
  respondToProblem(problem: CalendarProblem, operation: string | undefined): CalendarResponse;
  /** The last change of every response; the operation is undefined where the path has none. */
  transformResponse(
    response: CalendarResponse,
    operation: string | undefined,
    request: CalendarRequest,
  ): CalendarResponse;
}

const QUEUED_MS = 20;
const RUNNING_MS = 60;

/** By calendar.yaml in every point; where it is silent, the common choice. */
export const rightCalendars: CalendarBehavior = {
  serverOptions: {},
  authentication,
  isProtected: () => true,
  wrapExchange: (_request, respond) => respond(),
  routedPath: (path) => path,
  decodeSegment,
  isOwn: (user, owner) => user === owner,
  missing: notFound,
  enforces: () => true,
  readQuery,
  listItems: (text) => text.split('|'),
  mediaType: (contentType) => contentType.split(';')[0]?.trim().toLowerCase() ?? '',
  decodeText,
  parseJson,
  prepare: (body) => body,
  keepFields: (fields) => fields,
  withDefaults,
  mergePatch: (target, patch) => {
    const merged = mergePatch(target, patch);
    return isObject(merged) ? merged : {};
  },
  replaced: (_old, fields) => fields,
  isNameTaken: (calendars, name) =>
    calendars.some(({ fields }) => String(fields['name']).toLowerCase() === name.toLowerCase()),
  newId: () => randomUUID(),
  now: () => new Date().toISOString(),
  newState: emptyCalendars,
  findCalendar: ({ calendars }, id) => calendars.get(id),
  findEvent: ({ events }, { calendar, id }) => {
    const event = events.get(id);
    return event?.calendar === calendar.id ? event : undefined;
  },
  findInvitation: ({ invitations }, id) => invitations.get(id),
  findExport: ({ exports }, id) => exports.get(id),
  attendeeKey,
  saveCalendar: ({ calendars }, calendar) => void calendars.set(calendar.id, calendar),
  saveEvent: ({ events }, event) => void events.set(event.id, event),
  saveAttendee: ({ attendees }, key, attendee) => void attendees.set(key, attendee),
  saveSettings: ({ settings }, user, fields) => void settings.set(user, fields),
  settingsOf: ({ settings }, user) => settings.get(user) ?? withDefaults('settings', {}),
  removeCalendar,
  removeEvent,
  removeAttendee: ({ attendees }, key) => void attendees.delete(key),
  calendarsOf: ({ calendars }, user) => [...calendars.values()].filter(({ owner }) => owner === user),
  matchesCalendar,
  orderedCalendars: (calendars, sort) => (sort === undefined ? calendars : ordered(calendars, sort)),
  calendarPage,
  nextCursor,
  defaultLimit: 20,
  eventsOf: ({ events }, { id }) => [...events.values()].filter(({ calendar }) => calendar === id),
  matchesEvent,
  orderedEvents: (events, sort = 'start') => ordered(events, sort),
  eventPage,
  totalOf: ({ length }) => length,
  attendeesOf: ({ attendees }, { id }) => [...attendees.values()].filter(({ event }) => event === id),
  nextState,
  exportState: ({ startedAt }) => {
    const age = Date.now() - startedAt;
    if (age < QUEUED_MS) return 'queued';
    return age < RUNNING_MS ? 'running' : 'done';
  },
  isMatch: (condition, tag) => condition === undefined || condition.trim() === '*' || tagsIn(condition).includes(tag),
  isNoneMatch: (condition, tag) =>
    condition === undefined ||
    (condition.trim() !== '*' && !tagsIn(condition).some((one) => opaque(one) === opaque(tag))),
  tagOf: strongTag,
  showCalendar,
  showSummary,
  showEvent,
  showAttendee,
  showInvitation,
  showExport,
  respondToProblem,
  transformResponse: (response) => response,
};

export function decodeSegment(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw badParameter('path');
  }
}

function decodeText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new CalendarProblem(400, 'The text is not UTF-8.');
  }
}

function tagsIn(condition: string): readonly string[] {
  return condition.match(/(W\/)?"[^"]*"/g) ?? [];
}

/** Weak comparison. */
function opaque(tag: string): string {
  return tag.replace(/^W\//, '');
}
