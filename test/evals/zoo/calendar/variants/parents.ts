/** Records below the wrong parent, or after the deletion of it. */
import type { CalendarBehavior } from '../behavior.ts';
import type { CalendarRecord, EventRecord, InvitationRecord } from '../state.ts';
import { type CalendarDefect, type CalendarFault, deep, scoped } from '../variant.ts';

function belowAny([operation, name, description]: readonly [string, string, string]): CalendarDefect {
  return {
    name,
    description,
    operations: [...new Set(['createCalendar', 'createEvent', 'readEvent', ...withPut(operation), operation])],
    foundBy: ['scoped-to-parent'],
    behavior: ({ findEvent }) => ({
      findEvent: (state, key) => (key.operation === operation ? state.events.get(key.id) : findEvent(state, key)),
    }),
  };
}

function withPut(operation: string): readonly string[] {
  return operation.endsWith('Attendee') ? ['putAttendee', 'readAttendee'] : [];
}

export const wrongParents: readonly CalendarFault[] = [
  ...deep(
    (
      [
        ['readEvent', 'reads-events-below-any-calendar', 'It reads an event below every calendar.'],
        ['replaceEvent', 'replaces-events-below-any-calendar', 'It replaces an event below every calendar.'],
        ['deleteEvent', 'deletes-events-below-any-calendar', 'It deletes an event below every calendar.'],
        ['readAttendee', 'reads-attendees-below-any-calendar', 'It reads an attendee below every calendar.'],
        ['putAttendee', 'keeps-attendees-below-any-calendar', 'It keeps an attendee of an event below every calendar.'],
        ['createInvitation', 'invites-below-any-calendar', 'It invites to an event below every calendar.'],
      ] as const
    ).map(belowAny),
  ),
  ...scoped(
    { operations: ['createCalendar', 'createEvent', 'putAttendee', 'readAttendee'], foundBy: ['scoped-to-parent'] },
    [
      {
        name: 'shares-attendees-among-events',
        description: 'It finds an attendee by the e-mail in every event.',
        behavior: () => ({ attendeeKey: (_event, email) => email.toLowerCase() }),
      },
    ],
  ),
];

/** What is below a calendar stays for one operation after the deletion. */
function orphans([operation, name, description]: readonly [string, string, string]): CalendarDefect {
  return {
    name,
    description,
    operations: [...new Set(['createCalendar', 'readCalendar', 'deleteCalendar', 'createEvent', operation])],
    foundBy: ['deleted-not-found'],
    behavior: ({ findCalendar }) => {
      const deleted = new Map<string, CalendarRecord>();
      return {
        removeCalendar: (state, calendar) => {
          deleted.set(calendar.id, calendar);
          state.calendars.delete(calendar.id);
        },
        findCalendar: (state, id, of) =>
          findCalendar(state, id, of) ?? (of === operation ? deleted.get(id) : undefined),
      };
    },
  };
}

const deletes = ['createCalendar', 'readCalendar', 'deleteCalendar'];

export const wrongDeletions: readonly CalendarFault[] = [
  ...deep(
    (
      [
        ['readEvent', 'reads-events-of-deleted-calendars', 'It shows an event below a calendar that was deleted.'],
        ['listEvents', 'lists-events-of-deleted-calendars', 'It lists the events of a calendar that was deleted.'],
        ['createEvent', 'creates-events-in-deleted-calendars', 'It creates an event in a calendar that was deleted.'],
        ['startExport', 'exports-deleted-calendars', 'It starts an export of a calendar that was deleted.'],
      ] as const
    ).map(orphans),
  ),
  ...scoped({ operations: deletes, foundBy: ['deleted-not-found'] }, [
    {
      name: 'keeps-deleted-calendars',
      description: 'It returns 204 and deletes nothing.',
      behavior: () => ({ removeCalendar: () => undefined }),
    },
    {
      name: 'lists-deleted-calendars',
      description: 'It lists a calendar after its deletion.',
      operations: [...deletes, 'listCalendars'],
      behavior: ({ calendarsOf, removeCalendar }) => {
        const deleted: CalendarRecord[] = [];
        return {
          removeCalendar: (state, calendar) => {
            deleted.push(calendar);
            removeCalendar(state, calendar);
          },
          calendarsOf: (state, user) => [...calendarsOf(state, user), ...deleted.filter(({ owner }) => owner === user)],
        };
      },
    },
    {
      name: 'reads-invitations-to-deleted-events',
      description: 'It shows an invitation after its event was deleted.',
      operations: ['createCalendar', 'createEvent', 'deleteEvent', 'createInvitation', 'readInvitation'],
      behavior: keepsInvitations,
    },
  ]),
  ...scoped({ operations: deletes, foundBy: ['deleted-once'] }, [
    {
      name: 'deletes-deleted-calendars',
      description: 'It returns 204 to every deletion of a calendar that there was.',
      behavior: ({ findCalendar, removeCalendar }) => {
        const deleted = new Map<string, CalendarRecord>();
        return {
          removeCalendar: (state, calendar) => {
            deleted.set(calendar.id, calendar);
            removeCalendar(state, calendar);
          },
          findCalendar: (state, id, operation) =>
            findCalendar(state, id, operation) ?? (operation === 'deleteCalendar' ? deleted.get(id) : undefined),
        };
      },
    },
  ]),
  ...scoped(
    { operations: ['createCalendar', 'createEvent', 'readEvent', 'deleteEvent'], foundBy: ['created-is-found'] },
    [
      {
        name: 'deletes-events-that-follow',
        description: 'It deletes the next event of the calendar too.',
        behavior: ({ eventsOf, removeEvent }) => ({
          removeEvent: (state, event) => {
            const calendar = state.calendars.get(event.calendar);
            const events: readonly EventRecord[] = calendar === undefined ? [] : eventsOf(state, calendar);
            const next = events[events.indexOf(event) + 1];
            if (next !== undefined) removeEvent(state, next);
            removeEvent(state, event);
          },
        }),
      },
      {
        name: 'deletes-calendars-with-last-event',
        description: 'It deletes a calendar when it has no more events.',
        operations: ['createCalendar', 'readCalendar', 'createEvent', 'deleteEvent'],
        behavior: ({ eventsOf, removeEvent }) => ({
          removeEvent: (state, event) => {
            removeEvent(state, event);
            const calendar = state.calendars.get(event.calendar);
            if (calendar !== undefined && eventsOf(state, calendar).length === 0) state.calendars.delete(calendar.id);
          },
        }),
      },
    ],
  ),
];

function keepsInvitations({ removeEvent, findInvitation }: CalendarBehavior): Partial<CalendarBehavior> {
  const kept = new Map<bigint, InvitationRecord>();
  return {
    removeEvent: (state, event) => {
      for (const [id, invitation] of state.invitations) if (invitation.event === event.id) kept.set(id, invitation);
      removeEvent(state, event);
    },
    findInvitation: (state, id) => findInvitation(state, id) ?? kept.get(id),
  };
}
