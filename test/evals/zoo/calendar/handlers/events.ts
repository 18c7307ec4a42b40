import { JsonNumber, type JsonObject } from '../../json.ts';
import { basePath } from '../base-path.ts';
import { bodyOf, type CalendarContext, calendarOf, eventOf, requireMatch } from '../context.ts';
import { type CalendarResponse, jsonResponse, noContent } from '../http.ts';
import { readEventQuery, readOffset } from '../parameters.ts';
import { newEvent } from '../rules.ts';
import type { EventRecord } from '../state.ts';
import { withOffset } from '../times.ts';
import { nextLink } from './links.ts';

export function createEvent(context: CalendarContext): CalendarResponse {
  const { behavior, state } = context;
  const calendar = calendarOf(context);
  const fields = bodyOf(context, { kind: 'event', check: newEvent });
  const now = behavior.now();
  const id = behavior.newId('event', fields);
  const event = { id, calendar: calendar.id, createdAt: now, updatedAt: now, revision: 1, fields };
  behavior.saveEvent(state, event);
  const location = `${basePath}/calendars/${calendar.id}/events/${id}`;
  return jsonResponse(201, behavior.showEvent(event), { etag: eventTag(context, event), location });
}

export function listEvents(context: CalendarContext): CalendarResponse {
  const { behavior, state, parameters, request } = context;
  const query = readEventQuery(parameters);
  const { page, size = 25 } = query;
  const selected = behavior.eventsOf(state, calendarOf(context)).filter((event) => behavior.matchesEvent(event, query));
  const events = behavior.orderedEvents(selected, query.sort);
  const shown = behavior.eventPage(events, page, size);
  const total = behavior.totalOf(events, shown);
  const link = nextLink(request, page * size < events.length ? { page: String(page + 1), size: String(size) } : {});
  const items = shown.map((event) => behavior.showEvent(event));
  const body = { items, page: new JsonNumber(page), total: new JsonNumber(total) };
  return jsonResponse(200, body, { 'x-total-count': String(total), ...link });
}

export function readEvent(context: CalendarContext): CalendarResponse {
  const { behavior, request, enforces } = context;
  const event = eventOf(context);
  const offset = readOffset(request.headers['x-offset'], enforces);
  const shown = behavior.showEvent(event);
  const body = offset === undefined ? shown : shiftTimes(shown, offset);
  return jsonResponse(200, body, { etag: eventTag(context, event) });
}

function shiftTimes(shown: JsonObject, offset: string): JsonObject {
  const times = ['createdAt', 'updatedAt', 'start', 'end'];
  const entries = Object.entries(shown).map(([name, value]) =>
    times.includes(name) && typeof value === 'string' ? [name, withOffset(value, offset)] : [name, value],
  );
  return Object.fromEntries(entries);
}

export function replaceEvent(context: CalendarContext): CalendarResponse {
  const { behavior, state } = context;
  const event = eventOf(context);
  requireMatch(context, eventTag(context, event), false);
  const fields = behavior.replaced(event.fields, bodyOf(context, { kind: 'event', check: newEvent }));
  const replaced = { ...event, fields, updatedAt: behavior.now(), revision: event.revision + 1 };
  behavior.saveEvent(state, replaced);
  return jsonResponse(200, behavior.showEvent(replaced), { etag: eventTag(context, replaced) });
}

export function deleteEvent(context: CalendarContext): CalendarResponse {
  context.behavior.removeEvent(context.state, eventOf(context));
  return noContent;
}

function eventTag({ behavior }: CalendarContext, event: EventRecord): string {
  return behavior.tagOf(JSON.stringify(event));
}
