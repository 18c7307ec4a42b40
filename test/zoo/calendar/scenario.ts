/** Some 200 requests that show every defect of the calendar services. */
import type { Call, Reply, Send } from './client.ts';
import { fullCalendar, fullEvent, invalidBodies, invalidQueries, validEvents } from './requests.ts';

const patch = (body: unknown, headers: Call['headers'] = { 'if-match': '*' }): Call => ({
  body,
  headers,
  type: 'application/merge-patch+json',
});

export async function runScenario(send: Send): Promise<void> {
  await send('GET', '/settings');
  await send('GET', '/calendars');
  const calendar = await send('POST', '/calendars', { body: fullCalendar });
  const path = `/calendars/${calendar.id}`;
  const small = await send('POST', '/calendars', { body: { name: 'small one', description: null, archived: true } });
  const third = await send('POST', '/calendars', { body: { name: 'Small two', visibility: 'team' } });
  const event = await send('POST', `${path}/events`, { body: fullEvent });
  const eventPath = `${path}/events/${event.id}`;
  await bodies(send, { path, eventPath });
  await changes(send, calendar, path);
  await replacements(send, eventPath);
  await attendees(send, eventPath, `/calendars/${small.id}`);
  await invitations(send, eventPath);
  await lists(send, path);
  await credentials(send, { path, eventPath, other: `/calendars/${small.id}` });
  await exports(send, path);
  await deletions(send, { path, eventPath, third: `/calendars/${third.id}`, small: `/calendars/${small.id}` });
}

async function bodies(send: Send, { path, eventPath }: { readonly path: string; readonly eventPath: string }) {
  const paths = { calendar: '/calendars', event: `${path}/events`, invitation: `${eventPath}/invitations` };
  for (const [kind, list] of Object.entries(invalidBodies)) {
    for (const body of list) {
      if (kind === 'attendee') await send('PUT', `${eventPath}/attendees/a@b.example`, { body });
      else if (kind === 'settings') await send('PUT', '/settings', { body });
      else if (kind === 'export') await send('POST', `${path}/exports`, { body });
      else if (kind === 'patch') await send('PATCH', path, patch(body));
      else if (kind === 'calendar' || kind === 'event' || kind === 'invitation')
        await send('POST', paths[kind], { body });
    }
  }
  for (const body of validEvents) await send('POST', `${path}/events`, { body });
  for (const query of invalidQueries) await send('GET', `${path}/events?${query}`);
  for (const query of ['limit=-1', 'limit=x', `name=${'a'.repeat(61)}`, 'cursor=bm9uZQ'])
    await send('GET', `/calendars?${query}`);
  await send('GET', '/invitations/99999999999999999999');
  await send('PATCH', path, patch({ color: '#000000' }, {}));
  await send('PATCH', path, { body: { color: '#000001' }, headers: { 'if-match': '*' } });
  await send('PUT', '/settings', {
    body: { notify: { mail: true, push: false }, quiet: ['22:00', '06:00'], language: 'de' },
  });
  await send('PUT', '/settings', { body: { clock: 'h12' } });
  await send('GET', '/settings');
  await send('GET', '/settings', { as: 'ben' });
}

async function changes(send: Send, { headers: { etag = '' } }: Reply, path: string) {
  await send('GET', path);
  await send('GET', path, { headers: { 'if-none-match': etag } });
  await send('GET', path, { headers: { 'if-none-match': '"x"' } });
  await send('PATCH', path, patch({ color: '#00ff00' }, { 'if-match': '"x"' }));
  await send('PATCH', path, patch({ color: '#00ff01' }, { 'if-match': `${etag.slice(0, 6)}x"` }));
  const changed = await send(
    'PATCH',
    path,
    patch({ color: '#00ff02', archived: true }, { 'if-match': `"x", ${etag}` }),
  );
  await send(
    'PATCH',
    path,
    patch({ labels: { a: null, c: 'C' }, description: 'D' }, { 'if-match': changed.headers['etag'] ?? '' }),
  );
  for (const body of [
    { archived: false, quotaBytes: null },
    { description: null, slotMinutes: null },
    { name: fullCalendar.name },
  ]) {
    // A change to the same values has an ETag of its own, by the time of the change.
    await new Promise((resolve) => setTimeout(resolve, 3));
    await send('PATCH', path, patch(body));
  }
  await send('PATCH', path, patch({ name: 'Other name' }));
  await send('PATCH', path, patch({ name: 'small ONE' }));
  await send('GET', path);
  await send('PATCH', path, patch({ name: 'other NAME', description: '' }));
  await send('GET', path);
}

async function replacements(send: Send, path: string) {
  const read = await send('GET', path);
  await send('GET', path, { headers: { 'x-offset': '+05:30' } });
  await send('GET', path, { headers: { 'x-offset': 'x' } });
  const { reminders, busy, seats, notes, recurrence, categories, price, currency, ...rest } = fullEvent;
  const body = { ...rest, end: '2031-07-02T12:00:00Z' };
  await send('PUT', path, { body, headers: { 'if-match': '"x"' } });
  await send('GET', path);
  await send('PUT', path, { body, headers: { 'if-match': read.headers['etag'] ?? '' } });
  await send('GET', path);
  await send('PUT', path, { body: { ...body, end: body.start } });
  await send('PUT', path, { body: { ...body, end: '2001-07-02T12:00:00Z' } });
  const more = { ...body, busy, seats, notes, recurrence, categories, price, currency };
  await send('PUT', path, { body: { ...more, reminders: reminders.slice(1) } });
  await send('PUT', path, { body: fullEvent });
  await send('GET', path);
}

async function attendees(send: Send, path: string, other: string) {
  const anna = `${path}/attendees/Anna@Example.com`;
  await send('PUT', anna, { body: { name: 'Anna', role: 'chair', guests: 3, comment: 'é' } });
  await send('GET', anna);
  await send('PUT', anna.toLowerCase(), { body: { name: 'Anna B.' } });
  await send('PUT', `${path}/attendees/ben@example.com`, { body: { name: 'Ben', role: 'optional' } });
  await send('GET', anna);
  await send('GET', `${path}/attendees/nobody@example.com`);
  await send('GET', `${path}/attendees`);
  const event = await send('POST', `${other}/events`, { body: fullEvent });
  await send('GET', `${other}/events/${event.id}/attendees/anna@example.com`);
  await send('GET', `${other}${path.replace(/^\/calendars\/[^/]+/, '')}/attendees/anna@example.com`);
  await send('DELETE', `${path}/attendees/ben@example.com`);
  await send('GET', `${path}/attendees`);
  await send('GET', `${path}/attendees/ben@example.com`);
  const inAnyCalendar = `${other}${path.replace(/^\/calendars\/[^/]+/, '')}`;
  await send('GET', inAnyCalendar);
  await send('PUT', inAnyCalendar, { body: fullEvent });
  await send('PUT', `${inAnyCalendar}/attendees/cleo@example.com`, { body: { name: 'Cleo' } });
  await send('POST', `${inAnyCalendar}/invitations`, { body: { email: 'a@b.example' } });
  await send('DELETE', inAnyCalendar);
  await send('GET', path);
}

async function invitations(send: Send, path: string) {
  const message = `A${'b'.repeat(120)}`;
  const invite = () =>
    send('POST', `${path}/invitations`, { body: { email: 'Dora@Example.com', role: 'writer', message } });
  await send('POST', `${path}/invitations`, { body: { email: 'a@b.example' } });
  for (const actions of [
    ['accept', 'accept', 'decline', 'cancel', 'cancel', 'accept', 'decline'],
    ['decline', 'accept', 'cancel', 'decline'],
    ['cancel', 'accept'],
  ]) {
    const { id } = await invite();
    await send('GET', `/invitations/${id}`);
    for (const action of actions) {
      await send('POST', `/invitations/${id}/${action}`);
      await send('GET', `/invitations/${id}`);
    }
  }
}

async function lists(send: Send, path: string) {
  const queries = [
    'from=2031-07-02T08:00:00Z&to=2031-07-02T09:00:00Z',
    'from=2031-07-02T10:00:00%2B02:00',
    'to=2031-07-02T08:00:00Z',
    'from=2031-07-02T08:30:00Z',
    'from=2031-07-02T15:00:00Z',
    'mode=online',
    'busy=false',
    'busy=true',
    'categories=work%7Csport',
    'categories=sport',
    'seats%5Bmin%5D=10&seats%5Bmax%5D=20',
    'title=STAND%25',
    'title=stand',
    'title=up',
    'mode=online&busy=true',
    'sort=-start',
    'sort=seats',
    'sort=title',
    'size=2&sort=-title',
    'size=2&page=2',
    'size=2&page=3&mode=room',
    'size=2&page=1&mode=room',
    'size=50',
    'page=9',
  ];
  for (const query of queries) await send('GET', `${path}/events?${query}`);
  for (const query of [
    'visibility=private',
    'archived=true',
    'archived=false',
    'name=SMALL',
    'sort=-name',
    'name=small%20one',
  ])
    await send('GET', `/calendars?${query}`);
  for (const filter of ['', '&visibility=private']) {
    const { text } = await send('GET', `/calendars?limit=1${filter}`);
    const [, cursor = ''] = /"next":"([^"]+)/.exec(text) ?? [];
    const next = await send('GET', `/calendars?limit=1&cursor=${cursor}${filter}`);
    const [, last = ''] = /"next":"([^"]+)/.exec(next.text) ?? [];
    await send('GET', `/calendars?limit=1&cursor=${last}${filter}`);
  }
  await send('GET', '/calendars');
  await send('GET', '/calendars', { as: 'ben' });
}

interface Paths {
  readonly path: string;
  readonly eventPath: string;
  readonly other: string;
}

async function credentials(send: Send, { path, eventPath, other }: Paths) {
  for (const as of ['nobody', 'ben', 'reader', 'key'] as const) await send('GET', path, { as });
  for (const token of [
    'Bearer x',
    'Bearer Anna-7Tq3Wd8LmX',
    'Bearer ANNA-7TQ3WD8LMXZ52BVKC',
    'bearer Anna-7Tq3Wd8LmXz52BvKc',
    'Basic Anna-7Tq3Wd8LmXz52BvKc',
  ])
    await send('GET', path, { as: 'nobody', headers: { authorization: token } });
  for (const key of ['', 'xAnna-Key-6Jd1Fs8VnHp4'])
    await send('GET', path, { as: 'nobody', headers: { 'x-calendar-key': key } });
  await send('HEAD', path, { as: 'nobody' });
  await send('POST', '/calendars', { as: 'reader', body: { name: 'By reader' } });
  await send('PUT', '/settings', { as: 'nobody', body: {} });
  await send('DELETE', other, { as: 'key' });
  const { id } = await send('POST', `${eventPath}/invitations`, { body: { email: 'a@b.example' } });
  const as = 'ben';
  await send('PATCH', path, { ...patch({ color: '#123456' }), as });
  await send('GET', `${path}/events`, { as });
  await send('POST', `${path}/events`, { as, body: fullEvent });
  await send('GET', eventPath, { as });
  await send('PUT', eventPath, { as, body: fullEvent });
  await send('GET', `${eventPath}/attendees/anna@example.com`, { as });
  await send('GET', `/invitations/${id}`, { as });
  await send('POST', `/invitations/${id}/accept`, { as });
  await send('DELETE', path, { as });
  for (let count = 0; count < 10; count += 1) await send('GET', '/calendars/unknown');
}

async function exports(send: Send, path: string) {
  const body = { format: 'ics', from: '2030-01-01', to: '2030-02-01', attendees: true };
  const { id, headers } = await send('POST', `${path}/exports`, { body });
  await new Promise((resolve) => setTimeout(resolve, 70));
  await send('GET', (headers['location'] ?? '').replace('/v2', ''));
  await send('GET', `/exports/${id}`);
  await send('GET', `/exports/${id}/file`);
  for (const as of ['ben', 'nobody'] as const) await send('GET', `/exports/${id}/file`, { as });
  await send('GET', `/exports/${id}`, { as: 'ben' });
}

interface DeletedPaths {
  readonly path: string;
  readonly eventPath: string;
  readonly third: string;
  readonly small: string;
}

async function deletions(send: Send, { path, eventPath, third, small }: DeletedPaths) {
  const { id } = await send('POST', `${eventPath}/invitations`, { body: { email: 'a@b.example' } });
  await send('DELETE', eventPath);
  await send('GET', `/invitations/${id}`);
  await send('GET', `${path}/events`);
  const event = await send('POST', `${third}/events`, { body: fullEvent });
  await send('DELETE', `${third}/events/${event.id}`);
  await send('GET', third);
  const last = await send('POST', `${path}/events`, { body: fullEvent });
  for (const one of [path, path]) await send('DELETE', one);
  await send('GET', path);
  await send('GET', `${path}/events/${last.id}`);
  await send('GET', `${path}/events`);
  await send('POST', `${path}/events`, { body: fullEvent });
  await send('POST', `${path}/exports`, { body: { format: 'ics' } });
  await send('GET', '/calendars');
  await send('GET', small);
}
