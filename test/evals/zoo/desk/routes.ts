import type { Security } from './authentication.ts';
import type { DeskContext } from './context.ts';
import { addAttachment, listAttachments } from './handlers/attachments.ts';
import { cancelBooking, createBooking, readBooking } from './handlers/bookings.ts';
import { readNote, writeNote } from './handlers/notes.ts';
import { readPhoto, uploadPhoto } from './handlers/photos.ts';
import { readReport } from './handlers/report.ts';
import { openSession } from './handlers/sessions.ts';
import { suggest } from './handlers/suggestions.ts';
import type { DeskResponse } from './http.ts';

export interface DeskRoute {
  readonly operation: string;
  readonly method: string;
  readonly path: RegExp;
  /** What its one parameter looks like. */
  readonly name?: RegExp;
  readonly security: Security;
  readonly handle: (context: DeskContext) => DeskResponse;
}

const staff: Security = [['staff']];
const session: Security = [['session']];
const code = /^[A-Z]{4}[0-9]{2}$/;
const booking = { path: /^\/bookings\/([^/]+)$/, name: code };
const attachments = { path: /^\/bookings\/([^/]+)\/attachments$/, name: code };
const note = { path: /^\/notes\/([^/]+)$/, name: /^[a-z][a-z0-9-]{0,30}$/ };
const photo = { path: /^\/photos\/([^/]+)$/, name: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i };

export const routes: readonly DeskRoute[] = [
  { operation: 'openSession', method: 'POST', path: /^\/sessions$/, security: staff, handle: openSession },
  {
    operation: 'createBooking',
    method: 'POST',
    path: /^\/bookings$/,
    security: session,
    handle: createBooking,
  },
  {
    operation: 'readBooking',
    method: 'GET',
    ...booking,
    security: [...session, ...staff],
    handle: readBooking,
  },
  { operation: 'cancelBooking', method: 'DELETE', ...booking, security: session, handle: cancelBooking },
  { operation: 'listAttachments', method: 'GET', ...attachments, security: session, handle: listAttachments },
  {
    operation: 'addAttachment',
    method: 'POST',
    ...attachments,
    security: [['staff', 'session']],
    handle: addAttachment,
  },
  { operation: 'readReport', method: 'GET', path: /^\/report$/, security: staff, handle: readReport },
  { operation: 'readNote', method: 'GET', ...note, security: staff, handle: readNote },
  { operation: 'writeNote', method: 'PUT', ...note, security: staff, handle: writeNote },
  { operation: 'uploadPhoto', method: 'POST', path: /^\/photos$/, security: session, handle: uploadPhoto },
  { operation: 'readPhoto', method: 'GET', ...photo, security: session, handle: readPhoto },
  { operation: 'suggest', method: 'POST', path: /^\/suggestions$/, security: [], handle: suggest },
];
