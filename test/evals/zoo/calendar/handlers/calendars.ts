import type { JsonObject } from '../../json.ts';
import { basePath } from '../base-path.ts';
import { bodyOf, type CalendarContext, calendarOf, checked, parsedBody, requireMatch } from '../context.ts';
import { badParameter, CalendarProblem, type CalendarResponse, jsonResponse, noContent } from '../http.ts';
import { readCalendarQuery } from '../parameters.ts';
import { calendarPatch, newCalendar } from '../rules.ts';
import type { CalendarRecord } from '../state.ts';
import { nextLink } from './links.ts';

export function createCalendar(context: CalendarContext): CalendarResponse {
  const { behavior, state, user } = context;
  const fields = bodyOf(context, { kind: 'calendar', check: newCalendar });
  requireFreeName(context, fields, undefined);
  const now = behavior.now();
  const calendar = { id: behavior.newId('calendar', fields), owner: user, createdAt: now, updatedAt: now, fields };
  behavior.saveCalendar(state, calendar);
  return showCalendar(context, calendar, 201);
}

function requireFreeName(
  { behavior, state, user }: CalendarContext,
  { name }: JsonObject,
  own: string | undefined,
): void {
  const others = [...state.calendars.values()].filter(({ id, owner }) => owner === user && id !== own);
  if (typeof name === 'string' && behavior.isNameTaken(others, name))
    throw new CalendarProblem(409, 'Another calendar has this name.');
}

export function listCalendars(context: CalendarContext): CalendarResponse {
  const { behavior, state, user, parameters, request } = context;
  const query = readCalendarQuery(parameters);
  const selected = behavior.calendarsOf(state, user).filter((calendar) => behavior.matchesCalendar(calendar, query));
  const calendars = behavior.orderedCalendars(selected, query.sort);
  const page = behavior.calendarPage(calendars, query.cursor, query.limit ?? behavior.defaultLimit);
  if (page === undefined) throw badParameter('cursor');
  const next = behavior.nextCursor(calendars, page);
  const items = page.map((calendar) => behavior.showSummary(calendar));
  return jsonResponse(200, { items, next }, nextLink(request, next === null ? {} : { cursor: next }));
}

export function readCalendar(context: CalendarContext): CalendarResponse {
  const { behavior, request } = context;
  const calendar = calendarOf(context);
  const etag = calendarTag(context, calendar);
  if (!behavior.isNoneMatch(request.headers['if-none-match'], etag))
    return { status: 304, headers: { etag }, body: '' };
  return showCalendar(context, calendar, 200);
}

export function changeCalendar(context: CalendarContext): CalendarResponse {
  const { behavior, state, operation } = context;
  const calendar = calendarOf(context);
  requireMatch(context, calendarTag(context, calendar), true);
  const body = parsedBody(context, { check: calendarPatch, mediaType: 'application/merge-patch+json' });
  const patched = behavior.mergePatch(calendar.fields, behavior.keepFields(body, operation));
  // Members that were merged may be too many.
  const fields = checked(context, behavior.withDefaults('calendar', patched), newCalendar);
  requireFreeName(context, fields, calendar.id);
  const changed = { ...calendar, fields, updatedAt: behavior.now() };
  behavior.saveCalendar(state, changed);
  return showCalendar(context, changed, 200);
}

export function deleteCalendar(context: CalendarContext): CalendarResponse {
  context.behavior.removeCalendar(context.state, calendarOf(context));
  return noContent;
}

function calendarTag({ behavior }: CalendarContext, calendar: CalendarRecord): string {
  return behavior.tagOf(JSON.stringify(calendar));
}

function showCalendar(context: CalendarContext, calendar: CalendarRecord, status: 200 | 201): CalendarResponse {
  const location = status === 201 ? { location: `${basePath}/calendars/${calendar.id}` } : {};
  const headers = { etag: calendarTag(context, calendar), ...location };
  return jsonResponse(status, context.behavior.showCalendar(calendar), headers);
}
