/** Bodies and queries that the contract allows or excludes. */
export const fullCalendar = {
  name: 'Team Plan',
  visibility: 'team',
  archived: false,
  slotMinutes: 45,
  color: '#a1b2c3',
  description: '',
  factor: 12.345,
  quotaBytes: 5,
  hours: ['08:00', '17:30'],
  labels: { a: 'A b', 'b-2': 'é' },
  holidays: ['2030-05-01', '2028-02-29'],
  feedSecret: 'abcdefgh',
};

export const fullEvent = {
  title: 'Standup & <co> \u{1f33f}',
  start: '2031-07-02T10:00:30+02:00',
  end: '2031-07-02T09:00:00-05:30',
  mode: 'room',
  room: 'R1',
  busy: false,
  seats: 12,
  recurrence: { frequency: 'weekly', days: ['WE', 'MO'], until: '2031-12-31' },
  categories: ['work', 'home'],
  reminders: [
    { minutes: 0, by: 'push' },
    { minutes: 15, by: 'mail' },
  ],
  price: 7.5,
  currency: 'EUR',
  notes: 'n',
};

const plain = { title: 'Plain', start: '2031-07-02T08:00:00Z', end: '2031-07-02T09:00:00Z', mode: 'room', room: 'R' };
const online = { title: 'Online', start: plain.start, end: plain.end, mode: 'online', url: 'https://a.example/b' };

export const validEvents: readonly object[] = [
  plain,
  { ...online, title: 'stand-up', seats: 9, categories: ['sport', 'work'] },
  {
    ...plain,
    title: 'apple',
    start: '2031-07-02T10:00:00+02:00',
    seats: 100,
    recurrence: { frequency: 'daily', interval: 3 },
  },
  {
    ...plain,
    title: 'Standing 100%',
    start: '2031-07-02T07:59:59.5Z',
    recurrence: { frequency: 'monthly', dayOfMonth: 31 },
  },
  { ...plain, title: 'Zebra', start: '2031-07-01T23:30:00-01:00', seats: 20, categories: ['travel', 'sport'] },
];

const label = { a: 'x' };

export const invalidBodies: Readonly<Record<string, readonly unknown[]>> = {
  calendar: [
    '{',
    'null',
    { name: 'team plan' },
    { name: 'Team Plan' },
    { name: 'Team' },
    { name: 'Teamwork' },
    ...[
      { name: 'n'.repeat(61) },
      { color: 'red' },
      { slotMinutes: 7 },
      { quotaBytes: '9223372036854775808' },
      { hours: ['08:00'] },
      { hours: ['08:00', '09:00', '10:00'] },
      { hours: ['08:00', '24:00'] },
      { labels: { A: 'x' } },
      { labels: { 'a b': 'x' } },
      { labels: { a: '' } },
      { labels: { a: 1 } },
      { labels: null },
      { labels: {} },
      { holidays: ['2030-01-01', '2030-01-01'] },
      { holidays: ['2030-02-30'] },
      { feedSecret: 'short' },
      { archived: 'yes' },
      { more: 1 },
      { quotaBytes: 0 },
      { labels: label },
      {},
    ].map((members, index) => ({ name: `C ${index}`, ...members })),
    '{"name":"C big","quotaBytes":9223372036854775808}',
    '{"name":"C exact","quotaBytes":9007199254740993}',
  ],
  event: [
    ...[
      { mode: 'online' },
      { mode: 'online', url: 'https://a.example' },
      { room: undefined },
      { url: 'https://a.example' },
      { price: 1 },
      { start: 'tomorrow' },
      { seats: 501 },
      { categories: ['work', 'work'] },
      { reminders: [1, 2, 3, 4].map((minutes) => ({ minutes, by: 'mail' })) },
      { reminders: [{ minutes: 1, by: 'fax' }] },
      { title: ' ' },
      { end: '2001-01-01T00:00:00Z' },
      { end: plain.start },
      { start: '2031-07-02T10:00:00+02:00', end: '2031-07-02T09:59:00+02:00' },
      { recurrence: null },
      { recurrence: { frequency: 'yearly' } },
      { recurrence: { frequency: 'daily', interval: 0 } },
      { recurrence: { frequency: 'daily', interval: 1, days: ['MO'] } },
      { recurrence: { frequency: 'weekly', days: [] } },
      { recurrence: { frequency: 'weekly', days: ['MO', 'MO'] } },
      { recurrence: { frequency: 'weekly' } },
      { recurrence: { frequency: 'monthly', dayOfMonth: 32 } },
      { recurrence: { frequency: 'monthly', dayOfMonth: 1, until: '2030-13-01' } },
    ].map((members) => ({ ...plain, ...members })),
    { ...online, url: 'not a uri' },
  ],
  attendee: [
    { name: 'A', role: 'guest' },
    { name: 'A', guests: 6 },
  ],
  invitation: [{ email: 'x' }, { email: 'a@b.example', message: 'm'.repeat(201) }],
  settings: [{ more: 1 }, { notify: { push: true } }, { language: 'german' }],
  export: [{ format: 'csv' }, { format: 'ics', to: '2030-01-01' }],
  patch: [{}, { more: 1 }, { slotMinutes: 7 }],
};

export const invalidQueries: readonly string[] = [
  'size=51',
  'page=0',
  'from=now',
  'categories=work%7Cother',
  'categories=work%7Cwork',
  'seats%5Bmost%5D=1',
  'mode=hall',
  'busy=yes',
  'sort=end',
];
