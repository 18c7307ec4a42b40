/** Merge patches and unique names that have other effects than they should. */
import { isObject, type Json } from '../../json.ts';
import { type CalendarFault, scoped } from '../variant.ts';
import { inObject, withMember } from './changes.ts';

const ofCalendars = ['createCalendar', 'readCalendar', 'changeCalendar'];

export const wrongPatches: readonly CalendarFault[] = [
  ...scoped({ operations: ofCalendars, foundBy: ['read-returns-written'] }, [
    {
      name: 'ignores-null-in-patches',
      description: 'It keeps a property that a patch removes with null.',
      foundBy: ['created-is-echoed'],
      behavior: ({ mergePatch }) => ({
        mergePatch: (target, patch) =>
          mergePatch(target, Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== null))),
      }),
    },
    {
      name: 'replaces-with-patches',
      description: 'It removes optional properties that a patch does not have.',
      behavior: () => ({ mergePatch: ({ name = '' }, patch) => withoutNull({ name, ...patch }) }),
    },
    {
      name: 'replaces-labels-with-patches',
      description: 'It replaces an object that it should merge.',
      behavior: () => ({ mergePatch: (target, patch) => withoutNull({ ...target, ...patch }) }),
    },
    {
      name: 'keeps-labels-that-are-null',
      description: 'It does not remove a member of an object that is null in a patch.',
      behavior: ({ mergePatch }) => ({
        mergePatch: (target, patch) =>
          mergePatch(
            target,
            withMember(
              'labels',
              inObject((labels) => Object.fromEntries(Object.entries(labels).filter(([, value]) => value !== null))),
            )(patch),
          ),
      }),
    },
    {
      name: 'patches-nothing',
      description: 'It returns a calendar as it should be and keeps the old one.',
      behavior: () => ({
        saveCalendar: ({ calendars }, calendar) => {
          if (!calendars.has(calendar.id)) calendars.set(calendar.id, calendar);
        },
      }),
    },
    {
      name: 'patches-first-member',
      description: 'It changes the first of several properties.',
      behavior: ({ mergePatch }) => ({
        mergePatch: (target, patch) => mergePatch(target, Object.fromEntries(Object.entries(patch).slice(0, 1))),
      }),
      foundBy: ['created-is-echoed'],
    },
    {
      name: 'patches-forget-holidays',
      description: 'It forgets properties that no patch can change.',
      behavior: ({ mergePatch }) => ({
        mergePatch: (target, patch) => {
          const { holidays: _holidays, factor: _factor, ...rest } = mergePatch(target, patch);
          return rest;
        },
      }),
    },
    {
      name: 'patches-take-false-for-nothing',
      description: 'It keeps a boolean that a patch sets to false.',
      behavior: ({ mergePatch }) => ({
        mergePatch: (target, patch) =>
          mergePatch(target, Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== false))),
      }),
      foundBy: ['created-is-echoed'],
    },
    {
      name: 'patches-neighbours',
      description: 'It changes the color of all calendars with the same visibility.',
      behavior: () => ({
        saveCalendar: ({ calendars }, calendar) => {
          const { color, visibility } = calendar.fields;
          if (calendars.has(calendar.id) && color !== undefined)
            for (const other of calendars.values())
              if (other.fields['visibility'] === visibility)
                calendars.set(other.id, { ...other, fields: { ...other.fields, color } });
          calendars.set(calendar.id, calendar);
        },
      }),
    },
  ]),
  ...scoped({ operations: ofCalendars, foundBy: ['valid-accepted'] }, [
    {
      name: 'rejects-own-name-in-patches',
      description: 'It returns 409 to a patch that gives a calendar the name that it has.',
      behavior: ({ isNameTaken, findCalendar }) => {
        let current = '';
        return {
          findCalendar: (state, id, operation) => {
            const calendar = findCalendar(state, id, operation);
            current = operation === 'changeCalendar' ? String(calendar?.fields['name'] ?? '') : '';
            return calendar;
          },
          isNameTaken: (calendars, name) => isNameTaken(calendars, name) || (current !== '' && current === name),
        };
      },
    },
  ]),
];

export const wrongNames: readonly CalendarFault[] = [
  ...scoped({ operations: ['createCalendar'], foundBy: ['invalid-rejected'] }, [
    {
      name: 'accepts-names-twice',
      description: 'It accepts a second calendar with the same name.',
      behavior: () => ({ isNameTaken: () => false }),
    },
    {
      name: 'compares-names-with-case',
      description: 'It accepts a second calendar with the same name in another case.',
      behavior: () => ({
        isNameTaken: (calendars, name) => calendars.some(({ fields }) => fields['name'] === name),
      }),
    },
  ]),
  ...scoped({ operations: ofCalendars, foundBy: ['invalid-rejected'] }, [
    {
      name: 'patches-names-twice',
      description: 'It accepts a patch with the name of another calendar.',
      behavior: ({ isNameTaken }) => {
        let isPatch = false;
        return {
          prepare: (body, operation) => {
            isPatch = operation === 'changeCalendar';
            return body;
          },
          isNameTaken: (calendars, name) => !isPatch && isNameTaken(calendars, name),
        };
      },
    },
  ]),
  ...scoped({ operations: ['createCalendar'], foundBy: ['valid-accepted'] }, [
    {
      name: 'compares-beginnings-of-names',
      description: 'It rejects a name with the same first four characters as another one.',
      behavior: () => ({
        isNameTaken: (calendars, name) =>
          name.length > 4 && calendars.some(({ fields }) => String(fields['name']).slice(0, 4) === name.slice(0, 4)),
      }),
    },
  ]),
];

function withoutNull(fields: Json) {
  const members = isObject(fields) ? Object.entries(fields).filter(([, value]) => value !== null) : [];
  return Object.fromEntries(members);
}
