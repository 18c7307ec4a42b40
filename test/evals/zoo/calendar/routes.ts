/** From a method and a path to an operation. */
import type { CalendarScope, CalendarSecurity } from './authentication.ts';
import type { CalendarContext } from './context.ts';
import { listAttendees, putAttendee, readAttendee, removeAttendee } from './handlers/attendees.ts';
import { changeCalendar, createCalendar, deleteCalendar, listCalendars, readCalendar } from './handlers/calendars.ts';
import { createEvent, deleteEvent, listEvents, readEvent, replaceEvent } from './handlers/events.ts';
import { readExport, readExportFile, startExport } from './handlers/exports.ts';
import { actOnInvitation, createInvitation, readInvitation } from './handlers/invitations.ts';
import { readSettings, replaceSettings } from './handlers/settings.ts';
import { CalendarProblem, type CalendarResponse, notFound } from './http.ts';

export interface CalendarRoute {
  readonly operation: string;
  readonly method: string;
  readonly path: RegExp;
  readonly security: CalendarSecurity;
  readonly handle: (context: CalendarContext) => CalendarResponse;
}

const scopes: readonly CalendarScope[] = ['read', 'write'];
const either: CalendarSecurity = { scopes, key: true };
const token: CalendarSecurity = { scopes: ['write'], key: false };

const calendars = pathOf('/calendars');
const calendar = pathOf('/calendars/{}');
const events = pathOf('/calendars/{}/events');
const event = pathOf('/calendars/{}/events/{}');
const attendees = pathOf('/calendars/{}/events/{}/attendees');
const attendee = pathOf('/calendars/{}/events/{}/attendees/{}');
const invitations = pathOf('/calendars/{}/events/{}/invitations');
const exports = pathOf('/calendars/{}/exports');
const settings = pathOf('/settings');

export const routes: readonly CalendarRoute[] = [
  { operation: 'createCalendar', method: 'POST', path: calendars, security: either, handle: createCalendar },
  { operation: 'listCalendars', method: 'GET', path: calendars, security: either, handle: listCalendars },
  { operation: 'readCalendar', method: 'GET', path: calendar, security: either, handle: readCalendar },
  { operation: 'changeCalendar', method: 'PATCH', path: calendar, security: either, handle: changeCalendar },
  { operation: 'deleteCalendar', method: 'DELETE', path: calendar, security: token, handle: deleteCalendar },
  { operation: 'createEvent', method: 'POST', path: events, security: either, handle: createEvent },
  { operation: 'listEvents', method: 'GET', path: events, security: either, handle: listEvents },
  { operation: 'readEvent', method: 'GET', path: event, security: either, handle: readEvent },
  { operation: 'replaceEvent', method: 'PUT', path: event, security: either, handle: replaceEvent },
  { operation: 'deleteEvent', method: 'DELETE', path: event, security: token, handle: deleteEvent },
  { operation: 'listAttendees', method: 'GET', path: attendees, security: either, handle: listAttendees },
  { operation: 'putAttendee', method: 'PUT', path: attendee, security: either, handle: putAttendee },
  { operation: 'readAttendee', method: 'GET', path: attendee, security: either, handle: readAttendee },
  { operation: 'removeAttendee', method: 'DELETE', path: attendee, security: token, handle: removeAttendee },
  { operation: 'createInvitation', method: 'POST', path: invitations, security: either, handle: createInvitation },
  {
    operation: 'readInvitation',
    method: 'GET',
    path: pathOf('/invitations/{}'),
    security: either,
    handle: readInvitation,
  },
  actionRoute('acceptInvitation', 'accept', either),
  actionRoute('declineInvitation', 'decline', either),
  actionRoute('cancelInvitation', 'cancel', token),
  { operation: 'readSettings', method: 'GET', path: settings, security: either, handle: readSettings },
  { operation: 'replaceSettings', method: 'PUT', path: settings, security: token, handle: replaceSettings },
  { operation: 'startExport', method: 'POST', path: exports, security: either, handle: startExport },
  { operation: 'readExport', method: 'GET', path: pathOf('/exports/{}'), security: either, handle: readExport },
  {
    operation: 'readExportFile',
    method: 'GET',
    path: pathOf('/exports/{}/file'),
    security: either,
    handle: readExportFile,
  },
];

function pathOf(template: string): RegExp {
  return new RegExp(`^${template.replaceAll('{}', '([^/]+)')}$`);
}

function actionRoute(operation: string, action: string, security: CalendarSecurity): CalendarRoute {
  const path = pathOf(`/invitations/{}/${action}`);
  return { operation, method: 'POST', path, security, handle: (context) => actOnInvitation(context, action) };
}

/** HEAD is handled as GET is. */
export function findRoute(method: string, path: string): CalendarRoute {
  const matching = routes.filter((route) => route.path.test(path));
  if (matching.length === 0) throw notFound('address');
  const found = matching.find((route) => route.method === (method === 'HEAD' ? 'GET' : method));
  if (found !== undefined) return found;
  const allow = matching.flatMap((route) => (route.method === 'GET' ? ['GET', 'HEAD'] : [route.method])).join(', ');
  throw new CalendarProblem(405, `There is only ${allow}.`, { headers: { allow } });
}
