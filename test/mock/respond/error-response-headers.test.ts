import { expect, test } from 'vitest';
import { send, startMockOf } from '../support.ts';

test('an error response of the mock has the required headers of the declared response', async () => {
  const mock = await startMockOf('test/evals/corpus/features/response-headers.yaml');
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"command":""}' };
  const { status, headers } = await send(`${mock.url}/jobs`, init);
  expect(status).toBe(400);
  expect(['empty', 'malformed']).toContain(headers.get('x-reason'));
});
