import { expect, it } from 'vitest';
import { send, startMockWithPaths } from '../support.ts';

const day = { type: 'string', format: 'date' };
const stay = { type: 'object', required: ['from', 'to'], properties: { from: day, to: day } };

function startStays(description: string) {
  const content = { 'application/json': { schema: stay } };
  const responses = { '201': { description: 'ok', content }, '422': { description: 'no' } };
  return startMockWithPaths({
    '/stays': { post: { description, requestBody: { required: true, content }, responses } },
  });
}

it.each([
  ['The `to` must be after the `from`.', '2026-05-01', 422],
  ['The `to` must be after the `from`.', '2026-05-02', 422],
  ['The `to` must be after the `from`.', '2026-05-03', 201],
  ['A stay whose `to` is before its `from` is rejected.', '2026-05-02', 201],
  ['Books a stay.', '2026-05-01', 201],
])('%s to=%s: %i', async (description, to, status) => {
  const { url } = await startStays(description);
  const body = JSON.stringify({ from: '2026-05-02', to });
  const headers = { 'Content-Type': 'application/json' };
  expect((await send(`${url}/stays`, { method: 'POST', headers, body })).status).toBe(status);
});
