/** Unsupported parts of an operation in the coverage, the text and the HTML of a run. */
import { expect, it } from 'vitest';
import { conformanceStage } from '../../contracts/conformance/conformance-stage.ts';
import { createCoverage } from '../../contracts/conformance/coverage/index.ts';
import { htmlReport } from '../../contracts/render/html/html-report.ts';
import { conformanceText } from '../../contracts/render/text/conformance-text.ts';
import { styleFor } from '../../contracts/render/text/terminal.ts';
import { createReport } from '../../contracts/verdict/create-report.ts';
import { loadContract } from '../../spec/loading/load-contract.ts';
import { contractFromJson, startMockOf } from '../mock/support.ts';
import { verify } from './support.ts';

const file = 'test/fixtures/mock/orders.yaml';

const twice = {
  openapi: '3.1.0',
  info: { title: 'T', version: '1' },
  paths: {
    '/a': {
      post: {
        operationId: 'send',
        requestBody: {
          content: {
            'application/json': {
              schema: { properties: { a: { format: 'iban' }, b: { format: 'iban' }, c: { format: 'bic' } } },
            },
          },
        },
        responses: { 200: { description: 'ok' } },
      },
    },
    '/b': { get: { operationId: 'read', responses: { 200: { description: 'ok' } } } },
  },
};

it('is a group of the operation, each part once', async () => {
  const { operations } = createCoverage(await contractFromJson(twice)).read();
  const groups = operations.map(({ operation, groups: all }) => [
    operation,
    all.filter(({ kind }) => kind === 'unsupported parts').flatMap(({ items }) => items.map(({ name }) => name)),
  ]);
  expect(groups).toEqual([
    ['send', ['the format "iban" (2 places)', 'the format "bic"']],
    ['read', []],
  ]);
});

it('is shown in the reports and changes no verdict', async () => {
  const { url } = await startMockOf(file, { auth: false });
  const contract = await loadContract(file);
  const result = await verify({ baseUrl: url, contract, categories: ['valid-bodies'], token: 'x' });
  const report = createReport({
    contract,
    baseUrl: url,
    targetKind: 'implementation',
    startedAt: new Date(),
    stages: [conformanceStage(contract, result)],
    strict: false,
  });
  expect(report.contract.unsupported).toEqual([
    {
      place: expect.objectContaining({ line: 18 }),
      description: 'the callback "done"',
      effect: 'the verifier does not wait for it; the mock sends it with --callbacks',
      operation: 'POST /orders',
    },
  ]);
  expect(conformanceText(report, styleFor({ isTTY: false }))).toContain(
    'unsupported the callback "done": the verifier does not wait for it; the mock sends it with --callbacks',
  );
  expect(htmlReport(report)).toContain('<section id="unsupported">');
  expect(report.verdict.exitCode).toBe(0);
});
