/** `--include`, `--exclude`, `--read-only` and `--only` decide which operations a run requests. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { RunResult } from '../../contracts/conformance/model/run-result.ts';
import { type PermissionOptions, readPermission } from '../../contracts/options/permitted-operations.ts';
import { describeScope } from '../../contracts/report/stage-report.ts';
import { loadContract } from '../../spec/loading/load-contract.ts';
import { startProxy } from '../evals/obstacles/proxy.ts';
import { zoos } from '../evals/zoo/zoos.ts';
import { describeErrors, verify } from './support.ts';

const zoo = zoos.find(({ name }) => name === 'orders');
if (zoo === undefined) throw new Error('there is no zoo of orders');
const contract = await loadContract(zoo.contract);

interface PermittedRun {
  readonly result: RunResult;
  /** Method and path of every request that arrived. */
  readonly requests: readonly string[];
}

async function verifyOrders(options: PermissionOptions, operations: readonly string[] = []): Promise<PermittedRun> {
  if (zoo === undefined) throw new Error('there is no zoo of orders');
  const store = await zoo.start('right-shop');
  const requests: string[] = [];
  const proxy = await startProxy(store.url, (request, forward) => {
    requests.push(`${request.method} ${request.target}`);
    return forward(request);
  });
  try {
    const { credentials } = zoo;
    const permission = readPermission(contract, options);
    const run = { baseUrl: proxy.url, contract, credentials, permission, operations, budget: 700 };
    return { result: await verify(run), requests };
  } finally {
    await proxy.close();
    await store.close();
  }
}

describe('a run that excludes operations', () => {
  let run: PermittedRun;
  beforeAll(async () => {
    run = await verifyOrders({ exclude: ['DELETE *', 'POST /orders*', '/jobs/*'] });
  });

  it('never requests them', () => {
    expect(run.requests.filter((one) => /^DELETE |^POST \/+orders|^(GET|HEAD) \/+jobs\/[^/]+$/i.test(one))).toEqual([]);
    expect(run.requests.filter((one) => one.startsWith('POST /customers')).length).toBeGreaterThan(0);
  });

  it('says which operations it checked, and how many cases it did not send', () => {
    const { scope } = run.result;
    expect(scope?.operations).not.toContain('payOrder');
    expect(scope?.operations).toEqual(expect.arrayContaining(['createCustomer', 'listOrders']));
    expect(scope?.withheldCases).toBeGreaterThan(0);
    expect(describeScope(scope, []).at(-1)).toMatch(/^\d+ cases? not sent, since they could reach an operation/);
  });

  it('reports no error of a correct implementation', () => {
    expect(describeErrors(run.result)).toEqual([]);
  });
});

it('a read-only run sends only GET, HEAD and OPTIONS', async () => {
  const { result, requests } = await verifyOrders({ readOnly: true });
  expect(requests.length).toBeGreaterThan(100);
  expect([...new Set(requests.map((one) => one.split(' ')[0]))].toSorted()).toEqual(['GET', 'HEAD', 'OPTIONS']);
  expect(describeErrors(result)).toEqual([]);
  expect(result.unchecked.map(({ operation }) => operation)).toContain('readOrder');
});

it('a run of one operation requests no other', async () => {
  const { result, requests } = await verifyOrders({ selected: ['createCustomer'] }, ['createCustomer']);
  const declared = requests.filter((one) =>
    /^(GET|PUT|PATCH|DELETE) \/customers\/[^/]+$|\/(orders|products)/.test(one),
  );
  expect(declared).toEqual([]);
  expect(result.rows.map(({ operation }) => operation)).toContain('createCustomer');
  expect(describeErrors(result)).toEqual([]);
});

it('only a selected operation that may be requested can be checked', async () => {
  await expect(verifyOrders({ exclude: ['createCustomer'] }, ['createCustomer'])).rejects.toThrow(
    'createCustomer is both selected and excluded',
  );
});
