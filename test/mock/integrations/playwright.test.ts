import { expect, it } from 'vitest';
import { type MockFixtureDefinitions, mockFixtures } from '../../../mock/integrations/playwright.ts';
import { send } from '../support.ts';
import { shop } from './shop.ts';

const options = { spec: shop };

/** Runs a test as a worker of Playwright does: sets up the fixtures of the worker once, and those of the test each time. */
function startWorker(fixtures: MockFixtureDefinitions) {
  const [setUpWorker] = fixtures.workerMock;
  const [setUpTest] = fixtures.mock;
  return (bodies: readonly ((url: string) => Promise<unknown>)[], allowViolations = false) =>
    setUpWorker({}, async (workerMock) => {
      for (const body of bodies)
        await setUpTest(
          { workerMock, allowViolations, mock: workerMock.mock },
          async (mock) => void (await body(mock.url)),
        );
    });
}

const list = (url: string) => send(`${url}/orders`);
const create = (body: object) => (url: string) =>
  send(`${url}/orders`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

it('gives each test of a worker the same mock server, with its initial records', async () => {
  const seen: unknown[] = [];
  const record = async (url: string) => void seen.push(url, (await list(url)).json);
  await startWorker(mockFixtures(options))([record, create({ name: 'lamp' }), record]);
  expect(seen.slice(0, 2)).toEqual(seen.slice(2));
});

it('closes the mock server with the worker, also after a failure', async () => {
  let address = '';
  const run = startWorker(mockFixtures(options))([
    async (url) => {
      address = url;
      throw new Error('fails');
    },
  ]);
  await expect(run).rejects.toThrow('fails');
  await expect(list(address)).rejects.toThrow();
});

it('fails a test whose requests violate the contract, and not the next one', async () => {
  const run = startWorker(mockFixtures(options));
  await expect(run([create({ name: 7 })])).rejects.toThrow(/POST \/orders violates the contract[\s\S]*body\.name/);
  await run([create({ name: 'lamp' })]);
});

it('accepts violations with allowViolations', async () => {
  await startWorker(mockFixtures(options))([create({ name: 7 })], true);
});

it('declares the fixtures as Playwright reads them', () => {
  const { mock, workerMock, allowViolations } = mockFixtures(options);
  // Playwright rejects a first parameter that is no pattern.
  expect(String(mock[0])).toMatch(/^async \(\{ workerMock, allowViolations \}, use\)/);
  expect(String(workerMock[0])).toMatch(/^async \(\{\s*\}, use\)/);
  expect([mock[1], workerMock[1], allowViolations]).toEqual([
    { auto: true },
    { scope: 'worker' },
    [false, { option: true }],
  ]);
});
