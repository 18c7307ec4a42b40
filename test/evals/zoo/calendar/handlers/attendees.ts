import { bodyOf, type CalendarContext, eventOf } from '../context.ts';
import { type CalendarResponse, jsonResponse, noContent, notFound } from '../http.ts';
import { readEmail } from '../parameters.ts';
import { newAttendee } from '../rules.ts';
import type { AttendeeRecord } from '../state.ts';

export function listAttendees(context: CalendarContext): CalendarResponse {
  const { behavior, state } = context;
  const attendees = behavior.attendeesOf(state, eventOf(context));
  return jsonResponse(
    200,
    attendees.map((attendee) => behavior.showAttendee(attendee)),
  );
}

export function putAttendee(context: CalendarContext): CalendarResponse {
  const { behavior, state } = context;
  const { event, email, key } = keyOf(context);
  const fields = bodyOf(context, { kind: 'attendee', check: newAttendee });
  const status = state.attendees.has(key) ? 200 : 201;
  const attendee = { event, email: email.toLowerCase(), fields };
  behavior.saveAttendee(state, key, attendee);
  return jsonResponse(status, behavior.showAttendee(attendee));
}

export function readAttendee(context: CalendarContext): CalendarResponse {
  return jsonResponse(200, context.behavior.showAttendee(attendeeOf(context)));
}

export function removeAttendee(context: CalendarContext): CalendarResponse {
  attendeeOf(context);
  context.behavior.removeAttendee(context.state, keyOf(context).key);
  return noContent;
}

function attendeeOf(context: CalendarContext): AttendeeRecord {
  const attendee = context.state.attendees.get(keyOf(context).key);
  if (attendee === undefined) throw notFound('attendee');
  return attendee;
}

function keyOf(context: CalendarContext) {
  const { behavior, pathValues, enforces } = context;
  const { id } = eventOf(context);
  const [, , text = ''] = pathValues;
  const email = readEmail(text, enforces);
  return { event: id, email, key: behavior.attendeeKey(id, email) };
}
