/** Next.js is not installed: its config is evaluated, and the requests that it would forward are sent. */
import { expect, it, onTestFinished, vi } from 'vitest';
import config from '../../examples/next/next.config.ts';
import { startMock } from '../../mock/index.ts';
import { send } from '../mock/support.ts';

it('rewrites paths below /api to the mock server of the example', async () => {
  const mock = await startMock({ spec: 'examples/next/shop.yaml' });
  onTestFinished(() => mock.close());
  vi.stubEnv('SHOP_URL', mock.url);
  onTestFinished(() => void vi.unstubAllEnvs());
  const [rewrite] = await config.rewrites();
  expect(rewrite?.source).toBe('/api/:path*');
  const { status, json } = await send(rewrite?.destination.replace(':path*', 'orders') ?? '');
  expect([status, Array.isArray(json)]).toEqual([200, true]);
});

it('uses the default port of the mock server', async () => {
  vi.stubEnv('SHOP_URL', undefined);
  onTestFinished(() => void vi.unstubAllEnvs());
  expect((await config.rewrites())[0]?.destination).toBe('http://127.0.0.1:4010/:path*');
});
