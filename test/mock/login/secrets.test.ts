import { expect, it } from 'vitest';
import { entryCurl } from '../../../mock/journal/entry-curl.ts';
import { createMemoryStorage } from '../../../mock/storage/memory/memory-storage.ts';
import { parseContract } from '../../../spec/loading/load-contract.ts';
import { call, startShop, text, tokenShop } from './shops.ts';

it('shows in the journal that a login happened, and no token or password there, in the log and in curl lines', async () => {
  const storage = createMemoryStorage();
  const mock = await startShop(tokenShop, { storage });
  const ada = { email: 'ada@example.com', password: 'correct horse', name: 'Ada' };
  const registered = await call(mock, 'POST /api/auth/register', { body: ada });
  const login = await call(mock, 'POST /api/auth/login', { body: { email: ada.email, password: ada.password } });
  await call(mock, 'POST /api/auth/login', { body: { email: ada.email, password: 'battery staple' } });
  const refreshToken = text(login, 'data', 'refreshToken');
  const renewed = await call(mock, 'POST /api/auth/refresh', { body: { refreshToken } });
  await call(mock, 'POST /api/auth/refresh', { body: { refreshToken } });
  const token = text(renewed, 'data', 'accessToken');
  await call(mock, 'POST /api/auth/logout', { token });
  await call(mock, 'GET /api/orders', { token });
  const responses = [registered, login, renewed];
  const secrets = [
    ...responses.flatMap((one) => [text(one, 'data', 'accessToken'), text(one, 'data', 'refreshToken')]),
    ...['correct horse', 'battery staple'],
  ];
  const entries = await mock.journal.list();
  const { securitySchemes: schemes } = await parseContract('https://shop.example/openapi.yaml', tokenShop);
  const lines = entries.map((entry) => entryCurl(entry, { origin: mock.url, schemes, token: mock.token }));
  const stored = (await Promise.all(['tokens:', 'accounts:'].map((name) => storage.records.list(name)))).flat();
  expect(stored.length).toBeGreaterThan(4);
  const shown = JSON.stringify([entries, lines, mock.lines, stored]);
  for (const secret of secrets) expect(shown).not.toContain(secret);
  expect(entries.map(({ operation, response }) => `${operation} ${response?.status}`)).toContain('login 200');
  const rejected = entries.find(({ operation, response }) => operation === 'login' && response?.status === 401);
  expect(rejected).toMatchObject({ valid: true, why: expect.stringContaining('password') });
  expect(rejected?.request.body?.text).toBe('{"email":"ada@example.com","password":"***"}');
});
