/** Rules about bodies that the service does not check. */
import { basic, type CalendarDefect, type CalendarFault, deep, forgets, scoped } from '../variant.ts';
import { throwServerError } from './changes.ts';

type Forgotten = readonly [name: string, description: string, ...rules: readonly string[]];

function forgotten(operation: string, list: readonly Forgotten[]): readonly CalendarDefect[] {
  return list.map(([name, description, ...rules]) => ({
    name,
    description,
    operations: [operation],
    foundBy: ['invalid-rejected'],
    behavior: forgets(...rules),
  }));
}

export const forgottenBodyRules: readonly CalendarFault[] = [
  ...basic([
    ...forgotten('createCalendar', [
      ['accepts-any-color', 'It does not check the pattern of a color.', 'color/form'],
      ['accepts-slots-off-the-grid', 'It accepts slots that are no multiple of five.', 'slotMinutes/multiple'],
      ['accepts-quota-beyond-64-bits', 'It accepts integers that do not fit into 64 bits.', 'quotaBytes/max'],
      ['accepts-third-hour', 'It accepts a third item of a pair.', 'hours/max-items'],
      ['accepts-any-clock', 'It does not check the items of a pair.', 'hours/item'],
      ['accepts-any-label-name', 'It does not check the names that clients choose for members.', 'labels/names'],
      ['accepts-holidays-twice', 'It accepts a repeated item.', 'holidays/unique'],
      ['accepts-30-february', 'It checks the form of a date and not the day of the month.', 'holidays/item/form'],
      ['accepts-unknown-members', 'It ignores members that are not declared.', 'calendar/unknown'],
    ]),
    ...forgotten('createEvent', [
      ['accepts-online-without-url', 'It does not check `then`.', 'then/required'],
      ['accepts-online-with-room', 'It accepts a property that `then` excludes.', 'then/room'],
      ['accepts-event-without-room', 'It does not check `else`.', 'else/required'],
      ['accepts-price-without-currency', 'It does not check dependentRequired.', 'event/dependent'],
      ['accepts-any-url', 'It does not check the format uri.', 'url/form'],
      ['accepts-relative-times', 'It does not check the format date-time.', 'start/form'],
      ['accepts-categories-twice', 'It accepts a repeated item of an enum.', 'categories/unique'],
      ['accepts-reminders-by-any-means', 'It does not check an enum in the items of an array.', 'reminders/by'],
      ['accepts-blank-titles', 'It accepts a title of white space.', 'title/form'],
      ['accepts-end-before-start', 'It accepts an event that ends before it starts.', 'event/order'],
    ]),
    ...forgotten('putAttendee', []),
    ...forgotten('createInvitation', []),
    ...forgotten('replaceSettings', [
      ['accepts-any-language', 'It does not check the pattern of a text that may be null.', 'language/form'],
    ]),
    ...forgotten('startExport', [
      ['accepts-other-formats', 'It does not check a constant.', 'format/const'],
      ['accepts-to-without-from', 'It does not check that a date depends on another one.', 'export/dependent'],
    ]),
  ]),
];

export const forgottenRecurrenceRules: readonly CalendarFault[] = [
  ...deep(
    forgotten('createEvent', [
      [
        'accepts-unknown-frequencies',
        'It accepts a recurrence with an unknown discriminator.',
        'recurrence/discriminator',
      ],
      ['accepts-weeks-without-days', 'It accepts a weekly recurrence on no day.', 'days/min-items'],
      ['accepts-day-32', 'It accepts a monthly recurrence on day 32.', 'dayOfMonth/max'],
      ['accepts-days-of-a-daily-one', 'It accepts members of another alternative.', 'daily/unknown'],
      ['accepts-weekly-without-its-days', 'It does not check what an alternative requires.', 'weekly/days/required'],
      ['accepts-any-until', 'It does not check the date in an alternative.', 'until/form'],
    ]),
  ),
  ...scoped({ operations: ['createEvent'], foundBy: ['no-server-error'] }, [
    {
      name: 'fails-on-unknown-frequencies',
      description: 'It returns 500 to a recurrence with an unknown discriminator.',
      behavior: () => ({
        prepare: (body) => {
          const text = JSON.stringify(body);
          const [, frequency] = /"recurrence":\{[^{}]*"frequency":("?[^",}]*"?)/.exec(text) ?? [];
          if (frequency !== undefined && !/^"(daily|weekly|monthly)"$/.test(frequency)) throwServerError();
          return body;
        },
      }),
    },
    {
      name: 'fails-on-null-recurrence',
      description: 'It returns 500 where an alternative is null.',
      behavior: () => ({
        prepare: (body) => (/"recurrence":null/.test(JSON.stringify(body)) ? throwServerError() : body),
      }),
    },
  ]),
];

export const forgottenPatchRules: readonly CalendarFault[] = deep([
  ...forgotten('changeCalendar', [
    ['accepts-empty-patches', 'It accepts a patch without a member.', 'patch/empty'],
    ['accepts-slots-off-the-grid-in-patches', 'It checks a new calendar and no patch of it.', 'slotMinutes'],
    ['accepts-patches-without-condition', 'It does not require If-Match.', 'if-match/required'],
    ['accepts-patches-of-any-media-type', 'It accepts a patch as application/json.', 'media-type'],
  ]),
]);
