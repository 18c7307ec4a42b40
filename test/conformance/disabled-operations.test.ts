/** Operations whose description has a reference without a target are neither tested nor requested. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { conformanceStage } from '../../contracts/conformance/conformance-stage.ts';
import { createRequestGuard } from '../../contracts/conformance/session/request-guard.ts';
import { readPermission } from '../../contracts/options/permitted-operations.ts';
import { resultText } from '../../contracts/render/text/run-summary.ts';
import { styleFor } from '../../contracts/render/text/terminal.ts';
import { createReport } from '../../contracts/verdict/create-report.ts';
import { stringifyJson } from '../../spec/json/exact-json.ts';
import { parseContract } from '../../spec/loading/load-contract.ts';
import type { Contract } from '../../spec/model/contract.ts';
import {
  type ItemHandlers,
  itemContract,
  itemDocument,
  itemHandlers,
  pick,
  responds,
  startItemStore,
} from './item-store.ts';
import { describeErrors, failingChecks, verify } from './support.ts';

const names = ['POST /items', 'GET /items', 'GET /items/{id}', 'PUT /items/{id}', 'DELETE /items/{id}'] as const;
const whole = await itemContract(pick(...names));
const contract = await withoutTargets('GET /items/{id}', 'DELETE /items/{id}');

/** The contract of a document whose named operations refer to a schema that it lacks. */
async function withoutTargets(...broken: readonly (typeof names)[number][]): Promise<Contract> {
  const missing = { ...responds({ 200: { $ref: '#/components/schemas/No' } }) };
  const operations = names.map((name) => [name, { ...pick(name)[name], ...(broken.includes(name) && missing) }]);
  const document = itemDocument(Object.fromEntries(operations));
  return parseContract('file:///items.json', stringifyJson(document), [], { mode: 'lenient' });
}

async function run(handlers: ItemHandlers, categories: readonly string[]) {
  const requested = new Set<string>();
  const counted = Object.entries(handlers).map(([name, handle]) => [
    name,
    (request: Parameters<typeof handle>[0]) => {
      requested.add(name);
      return handle(request);
    },
  ]);
  const baseUrl = await startItemStore(onTestFinished, whole, Object.fromEntries(counted));
  return { requested, result: await verify({ baseUrl, contract, categories }) };
}

describe('an implementation of all operations', () => {
  test('has no errors, is not requested there, and is not certified', async () => {
    const { requested, result } = await run(itemHandlers(), [
      ...['valid-bodies', 'lifecycles', 'undeclared-requests', 'wrong-types', 'list-queries'],
    ]);
    expect(describeErrors(result)).toEqual([]);
    expect([...requested].toSorted()).toEqual(['GET /items', 'POST /items', 'PUT /items/{id}']);
    expect(result.unchecked.filter(({ reason }) => reason.startsWith('not tested, since'))).toEqual([
      { operation: 'read', reason: expect.stringContaining('schemas/No" does not exist'), casesRun: 'none' },
      { operation: 'remove', reason: expect.stringContaining('schemas/No" does not exist'), casesRun: 'none' },
    ]);
    const report = createReport({
      contract,
      baseUrl: 'http://127.0.0.1',
      targetKind: 'implementation',
      startedAt: new Date(0),
      stages: [conformanceStage(contract, result)],
      waivers: [],
      strict: false,
    });
    expect(report.verdict.kind).toBe('inconclusive');
    expect(resultText(report, styleFor({ isTTY: false }), false)).toContain('3 of 5 operations');
  });

  test('gets the errors of the operations that are tested', async () => {
    const { result } = await run({ ...itemHandlers(), 'GET /items': () => ({ status: 200, body: [{ id: 'x' }] }) }, [
      'valid-bodies',
    ]);
    expect(failingChecks(result)).toEqual(['body-matches-schema']);
  });
});

describe('the guard of the requests', () => {
  const may = (guard: ReturnType<typeof createRequestGuard>, method: string, path: string) =>
    guard({ method, path, headers: [] });

  test('withholds what would reach such an operation, and nothing else', () => {
    const guard = createRequestGuard(contract, undefined);
    expect([may(guard, 'GET', '/items/1'), may(guard, 'HEAD', '/items/1/'), may(guard, 'DELETE', '/items/1')]).toEqual([
      false,
      false,
      false,
    ]);
    expect([may(guard, 'PUT', '/items/1'), may(guard, 'GET', '/items'), may(guard, 'GET', '/other')]).toEqual([
      true,
      true,
      true,
    ]);
  });

  test('withholds every method of a path that cannot be read', () => {
    const path = { id: '/b', path: '/b', place: contract.place, reason: 'no such file' };
    const guard = createRequestGuard({ operations: contract.operations, disabled: [path] }, undefined);
    expect([may(guard, 'GET', '/b'), may(guard, 'POST', '/b'), may(guard, 'GET', '/items')]).toEqual([
      false,
      false,
      true,
    ]);
  });
});

test('such an operation can be excluded, and is not missing then', async () => {
  const permission = readPermission(contract, { exclude: ['read', 'DELETE /items/{id}'] });
  expect(permission?.operations).toEqual(new Set(['list', 'create', 'replace']));
  expect(() => readPermission(contract, { include: ['read'] })).toThrow('no operation is left to check');
});
