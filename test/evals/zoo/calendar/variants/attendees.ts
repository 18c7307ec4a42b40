/** Attendees, whose key the client chooses. */
import type { AttendeeRecord } from '../state.ts';
import { type CalendarFault, scoped } from '../variant.ts';

const ofAttendees = ['createCalendar', 'createEvent', 'putAttendee', 'readAttendee'];

export const wrongAttendees: readonly CalendarFault[] = [
  ...scoped({ operations: ofAttendees, foundBy: ['read-returns-written'] }, [
    {
      name: 'merges-attendees',
      description: 'It keeps optional properties of an attendee that a replacement leaves out.',
      behavior: () => ({
        saveAttendee: ({ attendees }, key, attendee) => {
          const { comment } = attendees.get(key)?.fields ?? {};
          const fields = comment === undefined ? attendee.fields : { comment, ...attendee.fields };
          attendees.set(key, { ...attendee, fields });
        },
      }),
    },
    {
      name: 'never-replaces-attendees',
      description: 'It keeps the first attendee with an e-mail.',
      behavior: () => ({
        saveAttendee: ({ attendees }, key, attendee) => {
          if (!attendees.has(key)) attendees.set(key, attendee);
        },
      }),
    },
    {
      name: 'compares-emails-with-case',
      description: 'It keeps one attendee for each spelling of an e-mail, which is compared case-insensitively.',
      behavior: () => ({ attendeeKey: (event, email) => `${event}/${email}` }),
      foundBy: ['created-is-found'],
    },
  ]),
  ...scoped({ operations: [...ofAttendees, 'listAttendees'], foundBy: ['list-has-created'] }, [
    {
      name: 'lists-attendees-twice',
      description: 'It lists an attendee again for every replacement.',
      foundBy: ['list-shows-written'],
      behavior: ({ saveAttendee, attendeesOf }) => {
        const all: AttendeeRecord[] = [];
        return {
          saveAttendee: (state, key, attendee) => {
            all.push(attendee);
            saveAttendee(state, key, attendee);
          },
          attendeesOf: (state, event) =>
            all.filter((attendee) => attendeesOf(state, event).some(({ email }) => email === attendee.email)),
        };
      },
    },
    {
      name: 'lists-chairs-alone',
      description: 'It lists attendees with one role.',
      behavior: ({ attendeesOf }) => ({
        attendeesOf: (state, event) => attendeesOf(state, event).filter(({ fields }) => fields['role'] !== 'optional'),
      }),
    },
  ]),
  ...scoped({ operations: [...ofAttendees, 'removeAttendee'], foundBy: ['deleted-not-found'] }, [
    {
      name: 'removes-no-attendees',
      description: 'It returns 204 and keeps the attendee.',
      behavior: () => ({ removeAttendee: () => undefined }),
    },
  ]),
  ...scoped({ operations: [...ofAttendees, 'removeAttendee'], foundBy: ['created-is-found'] }, [
    {
      name: 'removes-all-attendees',
      description: 'It removes all attendees of an event.',
      behavior: () => ({
        removeAttendee: ({ attendees }, key) => {
          const [event = ''] = key.split('/');
          for (const other of attendees.keys()) if (other.startsWith(`${event}/`)) attendees.delete(other);
        },
      }),
    },
  ]),
  ...scoped({ operations: ofAttendees, foundBy: ['body-matches-schema'] }, []),
];
