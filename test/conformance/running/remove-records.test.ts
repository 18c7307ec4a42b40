/** At its end, a run removes the records that it created, and no others. */
import { expect, onTestFinished, test } from 'vitest';
import { shownPaths } from '../../../contracts/conformance/running/remove-records.ts';
import { startMock } from '../../../mock/index.ts';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import { tokenCredentials, verify } from '../support.ts';
import { type AccessRule, startRejectingProxy } from './rejecting-proxy.ts';

const spec = 'test/fixtures/mock/todos.yaml';
const contract = await loadContract(spec);
const categories = ['valid-bodies', 'lifecycles'];

async function startTarget(rule: AccessRule = () => undefined) {
  const mock = await startMock({ spec });
  onTestFinished(() => mock.close());
  const baseUrl = await startRejectingProxy(mock.url, rule, onTestFinished);
  const list = async () => (await fetch(`${mock.url}/todos`)).text();
  const credentials = tokenCredentials(mock.token);
  const operations = ['createTodo', 'deleteTodo'];
  const run = (removesRecords: boolean) =>
    verify({ contract, baseUrl, credentials, categories, operations, removesRecords });
  return { list, run };
}

test('the records of the run are removed, those before it are kept', async () => {
  const { list, run } = await startTarget();
  const before = await list();
  const result = await run(true);
  expect(result.findings).toEqual([]);
  expect(result.ownRecords).toEqual([expect.stringMatching(/^removed \d+ records that the run created$/)]);
  expect(await list()).toBe(before);
});

test('by default they are kept', async () => {
  const { list, run } = await startTarget();
  const before = await list();
  expect((await run(false)).ownRecords).toBeUndefined();
  expect(await list()).not.toBe(before);
});

test('a failure to remove them is a line of the report, and no finding', async () => {
  const conflict = { status: 409, headers: { 'content-type': 'application/json' }, body: '{}' };
  const { run } = await startTarget(({ request }) => (request.method === 'DELETE' ? conflict : undefined));
  const [removing, keeping] = [await run(true), await run(false)];
  expect(removing.ownRecords?.at(-1)).toMatch(
    /^not removed: \d+ records of the run, such as \/todos\/[^:]+: deleteTodo gets 409$/,
  );
  expect(removing.findings.map(({ fingerprint }) => fingerprint)).toEqual(
    keeping.findings.map(({ fingerprint }) => fingerprint),
  );
});

test('the paths in the requests of findings are known, also below a base path', () => {
  const paths = shownPaths([
    {},
    {
      evidence: {
        ...{
          caseId: '',
          category: '',
          mutation: '',
          curl: "curl -X PUT 'http://127.0.0.1:1/v1/todos/8?a=b'",
          replay: '',
        },
        request: { method: 'GET', url: 'http://127.0.0.1:1/v1/todos/7/parts', headers: [], body: undefined },
        response: undefined,
        reproduction: { reproduced: 1, attempts: 1, isUnreachable: false },
      },
    },
  ]);
  expect([...['/todos/7', '/todos/8', '/todos/9'].map((path) => paths.has(path))]).toEqual([true, true, false]);
});
