/** Replacements that have other effects than they should. */
import type { EventRecord } from '../state.ts';
import { type CalendarFault, scoped } from '../variant.ts';

const ofEvents = ['createCalendar', 'createEvent', 'readEvent', 'replaceEvent'];

export const wrongReplacements: readonly CalendarFault[] = [
  ...scoped({ operations: ofEvents, foundBy: ['read-returns-written'] }, [
    {
      name: 'merges-replacements',
      foundBy: ['created-is-echoed'],
      description: 'It keeps optional properties of an event that a replacement leaves out.',
      behavior: () => ({ replaced: (old, fields) => ({ ...old, ...fields }) }),
    },
    {
      name: 'keeps-recurrences-on-replacement',
      foundBy: ['created-is-echoed'],
      description: 'It keeps the recurrence of an event that a replacement leaves out.',
      behavior: () => ({
        replaced: ({ recurrence }, fields) => (recurrence === undefined ? fields : { recurrence, ...fields }),
      }),
    },
    {
      name: 'replaces-nothing',
      description: 'It returns an event as it was sent and keeps the old one.',
      behavior: () => ({
        saveEvent: ({ events }, event) => {
          if (!events.has(event.id)) events.set(event.id, event);
        },
      }),
    },
    {
      name: 'renews-creation-time',
      description: 'It sets the time of the creation with every replacement.',
      behavior: () => ({
        saveEvent: ({ events }, event) =>
          void events.set(event.id, { ...event, createdAt: event.revision > 1 ? event.updatedAt : event.createdAt }),
      }),
    },
    {
      name: 'counts-no-revisions',
      description: 'It shows revision 1 after every replacement.',
      behavior: () => ({ saveEvent: ({ events }, event) => void events.set(event.id, { ...event, revision: 1 }) }),
    },
    {
      name: 'replaces-start-alone',
      foundBy: ['created-is-echoed'],
      description: 'It keeps the old end of an event that is replaced.',
      behavior: () => ({ replaced: ({ end = '' }, fields) => ({ ...fields, end }) }),
    },
    {
      name: 'keeps-reminders-of-both',
      foundBy: ['created-is-echoed'],
      description: 'It adds the reminders of a replacement to those that there were.',
      behavior: () => ({
        replaced: (old, fields) => {
          const [before, after] = [old['reminders'], fields['reminders']];
          const both = Array.isArray(before) && Array.isArray(after) ? [...before, ...after].slice(0, 3) : after;
          return both === undefined ? fields : { ...fields, reminders: both };
        },
      }),
    },
  ]),
  ...scoped({ operations: ofEvents, foundBy: ['created-is-echoed'] }, [
    {
      name: 'returns-old-event',
      description: 'It returns an event as it was before its replacement.',
      behavior: ({ showEvent }) => {
        const before = new Map<string, EventRecord>();
        return {
          showEvent: (event) =>
            showEvent(event.revision > 1 ? { ...event, fields: before.get(event.id)?.fields ?? event.fields } : event),
          saveEvent: ({ events }, event) => {
            const old = events.get(event.id);
            if (old !== undefined) before.set(event.id, old);
            events.set(event.id, event);
          },
        };
      },
    },
  ]),
  ...scoped({ operations: ['readSettings', 'replaceSettings'], foundBy: ['read-returns-written'] }, [
    {
      name: 'merges-settings',
      foundBy: ['created-is-echoed'],
      description: 'It keeps settings that a replacement leaves out.',
      behavior: ({ saveSettings, settingsOf }) => ({
        saveSettings: (state, user, fields) => saveSettings(state, user, { ...settingsOf(state, user), ...fields }),
      }),
    },
    {
      name: 'forgets-settings',
      description: 'It returns settings as they were sent and keeps the defaults.',
      behavior: ({ withDefaults }) => ({
        settingsOf: () => withDefaults('settings', {}),
        transformResponse: (response, operation, request) =>
          operation === 'replaceSettings' && response.status === 200
            ? { ...response, body: String(request.body).startsWith('{') ? merged(String(request.body)) : response.body }
            : response,
      }),
    },
  ]),
];

function merged(body: string): string {
  return `{"weekStart":"monday","clock":"h24","defaultMinutes":60${/^\{\s*\}/.test(body) ? '' : ','}${body.trim().slice(1)}`;
}
