/** The bodies of calendar.yaml, written down by hand; every rule has a name, by which a variant can forget it. */
import { isObject, type Json } from '../json.ts';
import {
  type BodyCheck,
  boolean,
  enumOf,
  integer,
  listOf,
  memberOf,
  objectOf,
  orNull,
  type RuleChecker,
  text,
} from '../tools/validation.ts';
import { isDate, isDateTime, isEmail } from '../tools/values.ts';
import { constant, isUri, mapOf, multipleOf, natural64, number, oneOfBy, pairOf, unique } from './checks.ts';
import { timeIn } from './times.ts';

export const categoryNames: readonly string[] = ['work', 'home', 'travel', 'sport', 'health'];
export const visibilities: readonly string[] = ['private', 'team', 'public'];

function matching(
  name: string,
  pattern: RegExp,
  rules: { readonly min?: number; readonly max?: number } = {},
): BodyCheck {
  return text(name, { ...rules, form: (value) => pattern.test(value) });
}

/** Fails for a text that matches it and has a line end behind that. */
const clock = /^([01][0-9]|2[0-3]):[0-5][0-9]$/;
const hours = (name: string): BodyCheck => pairOf(name, matching(`${name}/item`, clock));
const labelName = /^[a-z][a-z0-9-]{0,15}$/;
const label = text('labels/value', { min: 1, max: 40 });

const calendarMembers = {
  name: matching('name', /^[!-~]([ -~]*[!-~])?$/, { min: 1, max: 60 }),
  visibility: enumOf('visibility', visibilities),
  archived: boolean('archived'),
  slotMinutes: multipleOf('slotMinutes', 5n, integer('slotMinutes', { min: 5, max: 240 })),
  color: matching('color', /^#[0-9a-f]{6}$/),
  description: orNull(text('description', { max: 200 })),
  factor: number('factor', { min: 0, max: 100 }),
  quotaBytes: natural64('quotaBytes'),
  hours: hours('hours'),
  labels: mapOf({ name: 'labels', max: 100, key: labelName, value: label }),
  holidays: unique('holidays', listOf('holidays', { max: 10, item: text('holidays/item', { form: isDate }) })),
  feedSecret: text('feedSecret', { min: 8, max: 40 }),
};

export const newCalendar = objectOf({ name: 'calendar', required: ['name'], members: calendarMembers });

const patchMembers = objectOf({
  name: 'patch',
  required: [],
  members: {
    name: calendarMembers.name,
    visibility: orNull(calendarMembers.visibility),
    archived: orNull(calendarMembers.archived),
    slotMinutes: orNull(calendarMembers.slotMinutes),
    color: orNull(calendarMembers.color),
    description: calendarMembers.description,
    quotaBytes: orNull(calendarMembers.quotaBytes),
    hours: orNull(calendarMembers.hours),
    labels: orNull(mapOf({ name: 'labels', max: 100, key: labelName, value: orNull(label) })),
  },
});

export function calendarPatch(value: Json, checker: RuleChecker): void {
  patchMembers(value, checker);
  checker.require('patch/empty', !isObject(value) || Object.keys(value).length > 0, 'a member is expected');
}

const until = text('until', { form: isDate });
const recurrence = oneOfBy('recurrence', 'frequency', {
  daily: objectOf({
    name: 'daily',
    required: ['interval'],
    members: {
      frequency: constant('frequency', () => true),
      interval: integer('interval', { min: 1, max: 30 }),
      until,
    },
  }),
  weekly: objectOf({
    name: 'weekly',
    required: ['days'],
    members: {
      frequency: constant('frequency', () => true),
      days: unique(
        'days',
        listOf('days', { min: 1, max: 7, item: enumOf('days/item', ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']) }),
      ),
      until,
    },
  }),
  monthly: objectOf({
    name: 'monthly',
    required: ['dayOfMonth'],
    members: {
      frequency: constant('frequency', () => true),
      dayOfMonth: integer('dayOfMonth', { min: 1, max: 31 }),
      until,
    },
  }),
});

const eventMembers = objectOf({
  name: 'event',
  required: ['title', 'start', 'end', 'mode'],
  members: {
    title: matching('title', /[!-~]/, { min: 1, max: 100 }),
    start: text('start', { form: isDateTime }),
    end: text('end', { form: isDateTime }),
    mode: enumOf('mode', ['room', 'online']),
    room: text('room', { min: 1, max: 40 }),
    url: text('url', { max: 120, form: isUri }),
    busy: boolean('busy'),
    seats: integer('seats', { min: 1, max: 500 }),
    recurrence,
    categories: unique('categories', listOf('categories', { max: 4, item: enumOf('categories/item', categoryNames) })),
    reminders: listOf('reminders', {
      max: 3,
      item: objectOf({
        name: 'reminders/item',
        required: ['minutes', 'by'],
        members: {
          minutes: integer('reminders/minutes', { min: 0, max: 10_080 }),
          by: enumOf('reminders/by', ['mail', 'push']),
        },
      }),
    }),
    price: number('price', { min: 0, max: 10_000 }),
    currency: matching('currency', /^[A-Z]{3}$/),
    notes: orNull(text('notes', { max: 300 })),
  },
});

export function newEvent(value: Json, checker: RuleChecker): void {
  eventMembers(value, checker);
  const has = (name: string) => memberOf(value, name) !== undefined;
  checker.require('event/dependent', !has('price') || has('currency'), 'a price requires a currency');
  if (memberOf(value, 'mode') === 'online') {
    checker.require('then/required', has('url'), 'an online event requires url');
    checker.require('then/room', !has('room'), 'an online event has no room');
  } else {
    checker.require('else/required', has('room'), 'this event requires room');
    checker.require('else/url', !has('url'), 'this event has no url');
  }
  const [start, end] = isObject(value) ? [timeIn(value, 'start'), timeIn(value, 'end')] : [];
  checker.require(
    'event/order',
    start === undefined || end === undefined || !(end <= start),
    'it ends before it starts',
  );
}

export const newAttendee = objectOf({
  name: 'attendee',
  required: ['name'],
  members: {
    name: text('attendee/name', { min: 1, max: 60 }),
    role: enumOf('attendee/role', ['chair', 'required', 'optional']),
    guests: integer('guests', { min: 0, max: 5 }),
    comment: orNull(text('comment', { max: 100 })),
  },
});

export const newInvitation = objectOf({
  name: 'invitation',
  required: ['email'],
  members: {
    email: text('email', { max: 80, form: isEmail }),
    role: enumOf('invitation/role', ['reader', 'writer']),
    message: text('message', { max: 200 }),
  },
});

export const newSettings = objectOf({
  name: 'settings',
  required: [],
  members: {
    weekStart: enumOf('weekStart', ['monday', 'saturday', 'sunday']),
    clock: enumOf('clock', ['h12', 'h24']),
    defaultMinutes: integer('defaultMinutes', { min: 5, max: 480 }),
    language: orNull(matching('language', /^[a-z]{2}(-[A-Z]{2})?$/)),
    notify: objectOf({
      name: 'notify',
      required: ['mail'],
      members: { mail: boolean('notify/mail'), push: boolean('notify/push') },
    }),
    quiet: hours('quiet'),
  },
});

const exportMembers = objectOf({
  name: 'export',
  required: ['format'],
  members: {
    format: constant('format', (value) => value === 'ics'),
    from: text('from', { form: isDate }),
    to: text('to', { form: isDate }),
    attendees: boolean('attendees'),
  },
});

export function newExport(value: Json, checker: RuleChecker): void {
  exportMembers(value, checker);
  const [from, to] = [memberOf(value, 'from'), memberOf(value, 'to')];
  checker.require('export/dependent', to === undefined || from !== undefined, 'to requires from');
  const isOrdered = typeof from !== 'string' || typeof to !== 'string' || from <= to;
  checker.require('export/order', isOrdered, 'to is before from');
}
