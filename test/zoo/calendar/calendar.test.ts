/** The correct calendar service keeps calendar.yaml, every correct one its main promises, and every faulty one differs. */
import { describe, expect, test } from 'vitest';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import { calendar } from '../../evals/zoo/calendar/index.ts';
import { createCalendars } from '../../evals/zoo/calendar/start.ts';
import type { CalendarVariant } from '../../evals/zoo/calendar/variant.ts';
import { calendarVariantGroups } from '../../evals/zoo/calendar/variants/index.ts';
import { knownErrorNames } from '../../evals/zoo/calendar/variants/missed.ts';
import { createClient, type Send } from './client.ts';
import { fullCalendar, fullEvent, invalidBodies, invalidQueries, validEvents } from './requests.ts';
import { runScenario } from './scenario.ts';

const all = calendarVariantGroups.flatMap(({ variants }) => variants);
const named = (variant: CalendarVariant) => [variant.name, variant] as const;
const right = all.filter(({ kind }) => kind === 'right');
const faulty = all.filter(({ kind }) => kind === 'faulty');
const [first = { kind: 'right', name: '', description: '', behavior: () => ({}) }] = right;

async function transcriptOf(variant: CalendarVariant): Promise<readonly string[]> {
  const { send, transcript } = createClient(createCalendars(variant).respond);
  await runScenario(send);
  return transcript;
}

describe('the correct implementation', () => {
  const { send } = createClient(createCalendars(first).respond);

  test('rejects what the contract excludes, and accepts the rest', async () => {
    const { id } = await send('POST', '/calendars', { body: { name: 'Base' } });
    const isValid = (body: unknown) => /C (12|18|19|20|exact)\W|team/i.test(JSON.stringify(body));
    for (const body of invalidBodies['calendar'] ?? []) {
      const { status } = await send('POST', '/calendars', { body });
      if (!isValid(body)) expect([400, 422], JSON.stringify(body)).toContain(status);
    }
    for (const body of invalidBodies['event'] ?? [])
      expect((await send('POST', `/calendars/${id}/events`, { body })).status, JSON.stringify(body)).toBe(422);
    for (const body of [...validEvents, fullEvent])
      expect((await send('POST', `/calendars/${id}/events`, { body })).status, JSON.stringify(body)).toBe(201);
    for (const query of invalidQueries)
      expect((await send('GET', `/calendars/${id}/events?${query}`)).status, query).toBe(400);
  });

  test('responds in the same way in every run', async () => {
    expect(await transcriptOf(first)).toEqual(await transcriptOf(first));
  });
});

test.concurrent.for(right.map(named))('%s keeps calendars and events', async ([, variant], { expect }) => {
  const { send } = createClient(createCalendars(variant).respond);
  const patient: Send = async (...request) => {
    const reply = await send(...request);
    return reply.status === 429 ? patient(...request) : reply;
  };
  const created = await patient('POST', '/calendars', { body: fullCalendar });
  expect(created.status).toBe(201);
  const path = `/calendars/${created.id}`;
  const event = await patient('POST', `${path}/events`, { body: fullEvent });
  expect(event.status).toBe(201);
  const read = await patient('GET', `${path}/events/${event.id}`);
  const { start } = JSON.parse(Buffer.from(read.text, 'latin1').toString());
  expect(Date.parse(start)).toBe(Date.parse(fullEvent.start));
  expect([403, 404]).toContain((await patient('GET', path, { as: 'ben' })).status);
  expect((await patient('GET', path, { as: 'nobody' })).status).toBe(401);
  expect((await patient('DELETE', path)).status).toBe(204);
});

let expected: Promise<readonly string[]> | undefined;

test.concurrent.for(faulty.map(named))(
  '%s differs from the correct implementation',
  async ([, variant], { expect }) => {
    expected ??= transcriptOf(first);
    expect(await transcriptOf(variant), variant.description).not.toEqual(await expected);
  },
);

test('every variant has a unique name, and every faulty one names its operations and checks', async () => {
  const ids = (await loadContract(calendar.contract)).operations.map(({ id }) => id);
  const names = all.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  for (const { description } of all) expect(description).toMatch(/^It .*\.$/s);
  for (const one of faulty) {
    expect(calendar.foundBy(one), one.name).not.toEqual([]);
    const touched = one.kind === 'faulty' ? (one.operations ?? ['none']) : [];
    expect(ids, one.name).toEqual(expect.arrayContaining([...touched]));
  }
});

test('every known error of the verifier names a variant', () => {
  expect(all.map(({ name }) => name)).toEqual(expect.arrayContaining([...knownErrorNames]));
});
