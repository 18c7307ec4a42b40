/** Operations of the lists. */
import { type CalendarFault, type ShortCalendarDefect, scoped } from '../variant.ts';

export function inEvents(foundBy: string, defects: readonly ShortCalendarDefect[]): readonly CalendarFault[] {
  return scoped({ operations: ['createCalendar', 'createEvent', 'listEvents'], foundBy: [foundBy] }, defects);
}

export function inCalendars(foundBy: string, defects: readonly ShortCalendarDefect[]): readonly CalendarFault[] {
  return scoped({ operations: ['createCalendar', 'listCalendars'], foundBy: [foundBy] }, defects);
}
