/** Calendars with events, attendees, invitations, settings and exports, of several users. */
import { createZoo, type Zoo } from '../zoo.ts';
import { annaKey, annaToken, benKey, benToken } from './authentication.ts';
import type { CalendarBehavior } from './behavior.ts';
import { startCalendars } from './start.ts';
import { calendarVariantGroups } from './variants/index.ts';

export const calendar: Zoo = createZoo<CalendarBehavior>({
  name: 'calendar',
  title: 'calendars: OpenAPI 3.1, times with zones, recurrences, invitations with states, users, merge patches, pages',
  contract: new URL('calendar.yaml', import.meta.url),
  credentials: {
    token: undefined,
    byScheme: new Map([
      ['calendarToken', annaToken],
      ['calendarKey', annaKey],
    ]),
    other: {
      byScheme: new Map([
        ['calendarToken', benToken],
        ['calendarKey', benKey],
      ]),
      isolated: [],
    },
  },
  start: startCalendars,
  variantGroups: calendarVariantGroups,
});
