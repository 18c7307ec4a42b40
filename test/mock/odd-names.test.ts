import { describe, expect, it } from 'vitest';
import { parseStatus, send, sendRaw, startMockOf } from './support.ts';

const odd = 'test/fixtures/mock/odd-names.yaml';

describe('a path with a query written into it', () => {
  it.each([
    ['/plants?kind=small', 'small'],
    ['/plants?page=2&kind=small', 'small'],
    ['/plants?wet=yes&kind=small', 'small and wet'],
    ['/plants?kind=large', 'all'],
    ['/plants', 'all'],
  ])('is selected by the query of the request: %s', async (target, body) => {
    const mock = await startMockOf(odd);
    expect(await send(`${mock.url}${target}`)).toMatchObject({ status: 200, text: body });
  });

  it.each([
    ['GET', '/pots?kind=small', 405],
    ['POST', '/pots?kind=small', 204],
    ['POST', '/pots?kind=large', 404],
  ])('is handled like any other path: %s %s returns %i', async (method, target, status) => {
    const mock = await startMockOf(odd);
    expect((await send(`${mock.url}${target}`, { method })).status).toBe(status);
  });
});

describe('a header named __proto__', () => {
  it.each([
    ['__proto__: 7', 204],
    ['__PROTO__: 7', 204],
    ['__proto__: seven', 400],
    ['X-Other: __proto__', 400],
    ['X-Other: __proto__\r\n7: X', 400],
  ])('is validated like any other: %j returns %i', async (field, status) => {
    const mock = await startMockOf(odd);
    const request = `GET /header HTTP/1.1\r\nHost: localhost\r\n${field}\r\n\r\n`;
    expect(parseStatus(await sendRaw(mock, request, { quietMs: 30 }))).toBe(status);
  });
});
