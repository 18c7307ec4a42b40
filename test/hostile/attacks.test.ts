/** Every attack of the table, on real processes; what the store does is as told in docs/explanation/reliability.md. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AttackTheme, StoreName } from '../evals/hostile/attacks/attack.ts';
import { attackThemes } from '../evals/hostile/attacks/attack-themes.ts';
import { type AttackedStore, type ResourceUsage, startAttackedStore } from '../evals/hostile/attacks/attacked-store.ts';
import { attackTables } from '../evals/hostile/attacks/docs.ts';
import { CONTROL_TOKEN, controlRequest, create, PLANT, withMediaType } from '../evals/hostile/attacks/requests.ts';
import { responseProblems, secrets } from '../evals/hostile/attacks/response-problems.ts';
import { responseBody, runAttack } from '../evals/hostile/attacks/run-attack.ts';
import { openConnection } from '../evals/hostile/attacks/wire/connection.ts';
import { parseResponses } from '../evals/hostile/attacks/wire/responses.ts';
import { readSection } from '../evals/hostile/reliability-page.ts';

const CLOSE = 'Connection: close\r\n';

/** What has to be answered right whatever was done before. */
const good: Readonly<Record<'plants' | 'forms', readonly [string | Buffer, string]>> = {
  plants: [create(PLANT, CLOSE), '200 {"name":"fern"}'],
  forms: [withMediaType('application/x-www-form-urlencoded', 'count=7', '/codes'), '201 {"count":7}'],
};

/** More than bodies of 10 MB, five of them at once, and all that is kept of others, take. */
const MOST_GROWTH_MB = 700;

async function sendBytes(store: AttackedStore, bytes: string | Buffer): Promise<string> {
  const connection = await openConnection(store.address);
  await connection.write(bytes);
  await connection.until(() => connection.isClosed() || connection.received().responses.length > 0);
  const [response] = connection.received().responses;
  connection.destroy();
  return `${response?.status} ${response?.body.toString('utf8')}`;
}

async function expectGood(store: AttackedStore, name: StoreName): Promise<void> {
  const [bytes, response] = good[name === 'forms' ? 'forms' : 'plants'];
  expect(await sendBytes(store, bytes)).toBe(response);
  expect(store.isAlive()).toBe(true);
}

/** Words that stand in requests that were smuggled or forged, and secrets. */
function expectClean(text: string): void {
  for (const word of [...secrets, '/smuggled', 'internal error']) expect(text).not.toContain(word);
  expect(text).not.toMatch(/^GET \/forged/m);
}

/** One process for all themes that want the same. */
const stores = new Map<StoreName, Promise<AttackedStore>>();

function storeNamed(name: StoreName): Promise<AttackedStore> {
  const started = stores.get(name) ?? startAttackedStore(name);
  stores.set(name, started);
  return started;
}

afterAll(async () => {
  for (const started of stores.values()) await (await started).stop();
});

describe.each(attackThemes)('$name', ({ attacks, store: name = 'usual', isSequential = false }: AttackTheme) => {
  let store: AttackedStore;
  let before: ResourceUsage | undefined;

  beforeAll(async () => {
    store = await storeNamed(name);
    await expectGood(store, name);
    before = store.usage();
  });

  const attacked = isSequential ? it : it.concurrent;

  attacked.each(attacks)('$name', async (attack) => {
    const { statuses, connection, responses, rest } = await runAttack(store.address, attack);
    const { bodyPattern = /^/, ...expected } = attack.expected;
    expect({ statuses, connection, rest }).toEqual({ ...expected, rest: '' });
    expect(responseBody(responses, statuses.length)).toMatch(bodyPattern);
    expect(responses.flatMap(responseProblems)).toEqual([]);
    await expectGood(store, name);
  });

  it('leaves no connection and no memory behind', async () => {
    if (before === undefined) return expect(process.platform).not.toBe('linux');
    await expect.poll(() => store.usage()?.sockets).toBeLessThanOrEqual(before.sockets);
    expect(store.usage()?.megabytes).toBeLessThan(before.megabytes + MOST_GROWTH_MB);
  });

  it('leaves no credential and nothing that was smuggled in log and journal', async () => {
    const log = store.output();
    expectClean(log);
    expect(log).not.toMatch(/[\0-\x09\x0b-\x1f\x7f-\x9f\u202e]/);
    const fields = `Authorization: Bearer ${CONTROL_TOKEN}\r\n${CLOSE}`;
    const journal = await sendBytes(store, controlRequest('GET', 'journal', { fields }));
    expect(journal).toMatch(/^200 \{"entries":\[\{/);
    expectClean(journal);
  });
});

describe('the table', () => {
  const all = attackThemes.flatMap(({ attacks }) => attacks);

  it('has more than a hundred attacks, each once in its theme and with a reason', () => {
    expect(new Set(all.map(({ name }) => name)).size).toBeGreaterThan(100);
    for (const { attacks } of attackThemes) expect(new Set(attacks.map(({ name }) => name)).size).toBe(attacks.length);
    expect(all.filter(({ reason }) => reason === '')).toEqual([]);
  });

  it.each(Object.entries(attackTables()))('is in its page: %s', (name, text) => {
    expect(readSection(name), 'npm run attacks -- --write').toBe(text);
  });
});

describe('a reader of responses to the letter', () => {
  const read = (text: string) => parseResponses(Buffer.from(text, 'latin1'));

  it.each([
    ['a length that is too short', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nab', [200], 'b'],
    [
      'a length beside chunks',
      'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\na',
      [],
      undefined,
    ],
    ['a body without a length', 'HTTP/1.1 200 OK\r\n\r\na', [], undefined],
    ['a body of 204', 'HTTP/1.1 204 No Content\r\nContent-Length: 1\r\n\r\na', [], undefined],
    ['a folded field', 'HTTP/1.1 204 No Content\r\nX: a\r\n b\r\n\r\n', [], undefined],
    ['a field with an escape code', 'HTTP/1.1 204 No Content\r\nX: \x1b[2J\r\n\r\n', [], undefined],
    [
      'a chunk longer than its size',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n0\r\n\r\n',
      [],
      undefined,
    ],
  ])('does not take %s', (_what, text, statuses, rest = text) => {
    const received = read(text);
    expect(received.responses.map(({ status }) => status)).toEqual(statuses);
    expect(received.rest.toString('latin1')).toBe(rest);
  });

  it('sees what every response must have and must not hold', () => {
    const head = `HTTP/1.1 401 x\r\nContent-Length: 5\r\nX: ${secrets[0]}\r\nX: 1\r\n\r\n`;
    const [response] = read(`${head}.ts:1`).responses;
    expect(response === undefined ? [] : responseProblems(response)).toHaveLength(6);
  });
});
