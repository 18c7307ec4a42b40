import { expect, test } from 'vitest';
import { formatSummary } from '../../../mock/proxy/traffic-summary.ts';
import { send } from '../support.ts';
import { plantRequest, respondWithPlant, startProxyTo, startUpstream } from './test-proxy.ts';

test('no traffic is not a pass', async () => {
  const upstream = await startUpstream(respondWithPlant);
  const mock = await startProxyTo(upstream);
  expect(formatSummary(mock.proxy.summary())).toEqual({
    exitCode: 2,
    lines: [`no requests were forwarded to ${upstream}: nothing was checked`],
  });
});

test('traffic that conforms to the contract passes', async () => {
  const upstream = await startUpstream(respondWithPlant);
  const mock = await startProxyTo(upstream);
  await send(`${mock.url}/plants`, plantRequest);
  expect(formatSummary(mock.proxy.summary())).toEqual({
    exitCode: 0,
    lines: [`1 request forwarded to ${upstream}, 1 of 1 operation: no violations`],
  });
});

test('violations are counted by operation, side and location, the most frequent first', async () => {
  const upstream = await startUpstream((request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(request.url === '/plants?number' ? '{"name":7}' : '{}');
  });
  const mock = await startProxyTo(upstream);
  for (const query of ['', '?number', '?number']) await send(`${mock.url}/plants${query}`, plantRequest);
  await send(`${mock.url}/ponds`);
  const { exitCode, lines } = formatSummary(mock.proxy.summary());
  expect(exitCode).toBe(1);
  expect(lines).toEqual([
    `4 requests forwarded to ${upstream}, 1 of 1 operation: 4 violations`,
    '  POST /plants',
    '    2x  response 1602  response.body.name: expected string, got integer 7',
    '    1x  response 1601  response.body.name: expected a value (the property is required), got nothing',
    '  no operation',
    expect.stringMatching(/^ {4}1x {2}request 1401 {2}path: expected a path of the contract/),
  ]);
});

test('only the most frequent violations are listed, the others are counted', () => {
  const group = { operation: 'GET /', side: 'response' as const, code: 1602, count: 2, message: 'body: x' };
  const groups = Array.from({ length: 25 }, (_one, index) => ({ ...group, message: `body: ${index}` }));
  const summary = { upstream: 'http://store', requests: 50, checked: 50, mocked: 0, violations: 53, groups };
  const { lines } = formatSummary({
    ...summary,
    calledOperations: ['GET /'],
    uncalledOperations: ['GET /a'],
  });
  expect(lines).toHaveLength(24);
  expect(lines.slice(-2)).toEqual(['  and 13 more', '  not called: GET /a']);
});
