/** Operations whose description cannot be read are forwarded, and no violations. */
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createProxy } from '../../../mock/proxy/proxy.ts';
import { serveMock } from '../../../mock/serve/mock-server.ts';
import { loadOverlaidContract } from '../../../spec/loading/load-contract.ts';
import { writeFolder } from '../../spec/support.ts';
import { send } from '../support.ts';
import { respondWithPlant, startUpstream } from './test-proxy.ts';

test('a request to a disabled operation is forwarded without a violation, one to an unknown path with one', async () => {
  const text = `openapi: 3.0.3
info: {title: T, version: "1"}
paths:
  /a: {get: {responses: {'200': {$ref: '#/no'}}}}
  /b: {get: {responses: {'200': {description: ok}}}}
`;
  const spec = path.join(writeFolder({ 'api.yaml': text }), 'api.yaml');
  const proxy = createProxy({ upstream: await startUpstream(respondWithPlant) });
  const mock = await serveMock(await loadOverlaidContract(spec, [], { mode: 'lenient' }), { proxy });
  onTestFinished(() => mock.close());
  const responses = await Promise.all(['/a', '/c'].map((route) => send(`${mock.url}${route}`)));
  expect(responses.map(({ status, text: body }) => [status, body])).toEqual([
    [200, '{"name":"Fern"}'],
    [200, '{"name":"Fern"}'],
  ]);
  const entries = await mock.journal.list();
  expect(entries.flatMap(({ request, violations }) => (violations.length === 0 ? [] : request.target))).toEqual(['/c']);
});
