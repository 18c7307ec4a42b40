/** `--mock-unimplemented`: the mock responds for operations that the upstream has not implemented yet. */
import { expect, test } from 'vitest';
import { formatSummary } from '../../../mock/proxy/traffic-summary.ts';
import { send } from '../support.ts';
import { plantRequest, respondWithPlant, startProxyTo, startUpstream } from './test-proxy.ts';

const notImplemented = () =>
  startUpstream((_request, response) => {
    response.writeHead(501, { 'Content-Type': 'text/plain' });
    response.end('later');
  });

test('a 501 is replaced by the response of the mock, and the log and the summary say so', async () => {
  const upstream = await notImplemented();
  const mock = await startProxyTo(upstream, { mocksUnimplemented: true });
  const response = await send(`${mock.url}/plants`, plantRequest);
  expect([response.status, JSON.parse(response.text)]).toEqual([
    200,
    expect.objectContaining({ name: expect.anything() }),
  ]);
  expect(await mock.violations()).toEqual([]);
  expect(mock.lines).toEqual([expect.stringContaining('mocked, because the upstream responded with 501')]);
  expect(formatSummary(mock.proxy.summary()).lines).toEqual([
    `1 request forwarded to ${upstream}, 1 of 1 operation: no violations`,
    '  mocked: 1 response, because the upstream responded with 501',
  ]);
});

test('preferences select the response', async () => {
  const mock = await startProxyTo(await notImplemented(), { mocksUnimplemented: true });
  const headers = { ...plantRequest.headers, Prefer: 'code=400' };
  expect((await send(`${mock.url}/plants`, { ...plantRequest, headers })).status).toBe(400);
});

test.each([
  ['without the option', false, plantRequest.body, '/plants'],
  ['for an invalid request', true, '{}', '/plants'],
  ['for a path that the contract does not have', true, plantRequest.body, '/ponds'],
])('%s, the 501 is forwarded', async (_title, mocksUnimplemented, body, path) => {
  const mock = await startProxyTo(await notImplemented(), { mocksUnimplemented });
  const response = await send(`${mock.url}${path}`, { ...plantRequest, body });
  expect([response.status, response.text]).toEqual([501, 'later']);
});

test('every other response is forwarded', async () => {
  const mock = await startProxyTo(await startUpstream(respondWithPlant), { mocksUnimplemented: true });
  expect((await send(`${mock.url}/plants`, plantRequest)).text).toBe('{"name":"Fern"}');
});
