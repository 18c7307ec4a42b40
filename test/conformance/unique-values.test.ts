/** Values that have to be unique, defaults, and optional properties that a replacement omits. */
import { createServer, type Server } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { loadContract } from '../../spec/loading/load-contract.ts';
import { verify } from './support.ts';
import { readBody, startTestServer } from './test-server.ts';

const guests = await loadContract('test/fixtures/conformance/guests.yaml');

interface Guest {
  readonly badge: string;
  readonly meal?: string;
  readonly topics?: readonly string[];
}

/** How an implementation differs from the correct one. */
interface GuestOverrides {
  isTaken?(badge: string, other: string): boolean;
  replace?(before: Guest, sent: Guest): Guest;
  readonly usualMeal?: string;
}

function createGuestStore({
  isTaken = ignoringCase,
  replace = (_before, sent) => sent,
  usualMeal = 'none',
}: GuestOverrides): Server {
  const stored = new Map<number, Guest>();
  return createServer(async (request, response) => {
    const id = Number(request.url?.split('/')[2] ?? stored.size + 1);
    const before = stored.get(id);
    const respond = (status: number, body: object) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    if (request.method === 'GET')
      return before === undefined ? respond(404, {}) : respond(200, { id, meal: usualMeal, ...before });
    const sent: Guest = JSON.parse(String(await readBody(request)));
    if (!isGuest(sent)) return respond(400, {});
    const others = [...stored].filter(([key]) => key !== id).map(([, { badge }]) => badge);
    if (others.some((other) => isTaken(sent.badge, other))) return respond(409, {});
    if (request.method === 'PUT' && before === undefined) return respond(404, {});
    stored.set(id, before === undefined ? sent : replace(before, sent));
    return respond(before === undefined ? 201 : 200, { id, meal: usualMeal, ...stored.get(id) });
  });
}

function isGuest({ badge, meal = 'none', topics = [] }: Guest): boolean {
  const isList = Array.isArray(topics) && topics.every((topic) => typeof topic === 'string');
  return typeof badge === 'string' && badge !== '' && ['meat', 'fish', 'none'].includes(meal) && isList;
}

function ignoringCase(badge: string, other: string): boolean {
  return badge.toLowerCase() === other.toLowerCase();
}

async function reportedErrors(overrides: GuestOverrides): Promise<readonly string[]> {
  const baseUrl = await startTestServer(createGuestStore(overrides), onTestFinished);
  const { findings } = await verify({ contract: guests, baseUrl, categories: ['lifecycles', 'valid-bodies'] });
  return [...new Set(findings.filter(({ severity }) => severity === 'error').map(({ check }) => check))];
}

test('reports nothing for an implementation that follows the contract', async () => {
  expect(await reportedErrors({})).toEqual([]);
});

test.each<[string, string, GuestOverrides]>([
  ['accepts a taken value', 'invalid-rejected', { isTaken: () => false }],
  [
    'compares with case what the contract compares without',
    'invalid-rejected',
    { isTaken: (one, other) => one === other },
  ],
  ['has another default', 'created-is-echoed', { usualMeal: 'fish' }],
  [
    'keeps a list that a replacement omits',
    'read-returns-written',
    { replace: ({ topics = [] }, sent) => ({ topics, ...sent }) },
  ],
])('reports an implementation that %s', async (_description, check, overrides) => {
  expect(await reportedErrors(overrides)).toContain(check);
});
