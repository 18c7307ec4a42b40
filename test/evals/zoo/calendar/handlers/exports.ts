import { basePath } from '../base-path.ts';
import { bodyOf, type CalendarContext, calendarOf } from '../context.ts';
import { CalendarProblem, type CalendarResponse, jsonResponse } from '../http.ts';
import { textIn } from '../lists.ts';
import { readExportId } from '../parameters.ts';
import { newExport } from '../rules.ts';
import type { EventRecord, ExportRecord } from '../state.ts';
import { timeIn } from '../times.ts';

export function startExport(context: CalendarContext): CalendarResponse {
  const { behavior, state, user } = context;
  const calendar = calendarOf(context);
  const fields = bodyOf(context, { kind: 'export', check: newExport });
  const file = fileOf(behavior.eventsOf(state, calendar));
  const id = behavior.newId('export', fields);
  const job = { id, calendar: calendar.id, owner: user, fields, startedAt: Date.now(), file };
  state.exports.set(id, job);
  const shown = behavior.showExport(job, behavior.exportState(job));
  return jsonResponse(202, shown, { location: `${basePath}/exports/${id}`, 'retry-after': '0' });
}

export function readExport(context: CalendarContext): CalendarResponse {
  const { behavior } = context;
  const job = exportOf(context);
  const state = behavior.exportState(job);
  return jsonResponse(200, behavior.showExport(job, state), state === 'done' ? {} : { 'retry-after': '0' });
}

export function readExportFile(context: CalendarContext): CalendarResponse {
  const job = exportOf(context);
  if (context.behavior.exportState(job) !== 'done') throw new CalendarProblem(409, 'The export is not done.');
  return { status: 200, headers: { 'content-type': 'text/calendar; charset=utf-8' }, body: job.file };
}

function exportOf({ behavior, state, operation, pathValues, user, enforces }: CalendarContext): ExportRecord {
  const [text = ''] = pathValues;
  const job = behavior.findExport(state, readExportId(text, enforces));
  if (job !== undefined && behavior.isOwn(user, job.owner, operation)) return job;
  throw behavior.missing('export', job !== undefined);
}

/** RFC 5545. */
function fileOf(events: readonly EventRecord[]): string {
  const lines = events.flatMap(({ id, fields }) => [
    'BEGIN:VEVENT',
    `UID:${id}`,
    `DTSTART:${stampOf(timeIn(fields, 'start'))}`,
    `DTEND:${stampOf(timeIn(fields, 'end'))}`,
    `SUMMARY:${textIn(fields, 'title')
      .replaceAll(/[\\;,]/g, '\\$&')
      .replaceAll(/\r?\n|\r/g, '\\n')}`,
    'END:VEVENT',
  ]);
  return [...['BEGIN:VCALENDAR', 'VERSION:2.0'], ...lines, 'END:VCALENDAR', ''].join('\r\n');
}

function stampOf(instant: number): string {
  return Number.isNaN(instant) ? '' : new Date(instant).toISOString().replaceAll(/[-:]|\.\d+/g, '');
}
