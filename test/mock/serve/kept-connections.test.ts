import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { serveMock } from '../../../mock/serve/mock-server.ts';
import { loadMounts } from '../../../mock/start/load-mounts.ts';
import { plantStoreSpec } from '../support.ts';

async function serve() {
  const mock = await serveMock(await loadMounts([{ prefix: '', spec: plantStoreSpec }]));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(async () => {
    agent.destroy();
    await mock.close();
  });
  return { mock, agent };
}

it.each([
  ['HEAD', '/plants'],
  ['GET', '/none'],
  ['POST', '/plants'],
  ['OPTIONS', '/plants'],
])('the connection stays open after a rejected %s without a body', async (method, path) => {
  const { mock, agent } = await serve();
  const exchange = () =>
    new Promise<string | undefined>((resolve, reject) => {
      const sent = request(`${mock.url}${path}`, { method, agent });
      sent.on('response', (response) => {
        text(response).then(() => resolve(response.headers.connection), reject);
      });
      sent.on('error', reject);
      sent.end();
    });
  expect([await exchange(), await exchange()]).toEqual(['keep-alive', 'keep-alive']);
});
