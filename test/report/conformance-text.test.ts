import { expect, test } from 'vitest';
import type { RunResult } from '../../contracts/conformance/result.ts';
import { conformanceText } from '../../contracts/report/conformance-text.ts';
import { type Verdict, verdictOf } from '../../contracts/verdict.ts';
import { evidence, findingWith, goldenFile, plain } from './support.ts';

const result: RunResult = {
  rows: [
    { operation: 'createPlant', family: 'valid-bodies', cases: 6, faults: 0, advice: 0 },
    { operation: 'createPlant', family: 'wrong-types', cases: 1234, faults: 12, advice: 3 },
  ],
  checked: [],
  findings: [],
  unjudged: [],
  gaps: [],
  cases: 1240,
  requests: 1275,
  ms: 12_345,
};

test('passes in a table and one line', async () => {
  await expect(textOf(result)).toMatchFileSnapshot(goldenFile('run-conforms'));
});

test('tells the findings, the table, what was not judged, what is left open, and the verdict', async () => {
  const run: RunResult = {
    ...result,
    findings: [findingWith({ evidence }), findingWith({ severity: 'advice' })],
    unjudged: [
      { operation: 'showPlant', reason: 'a valid request is answered 404', ran: 'part' },
      { operation: 'sendPlant', reason: 'its request body has no schema', ran: 'none' },
    ],
    gaps: ['spec/plant-store.yaml:12: createPlant declares no 401'],
  };
  await expect(textOf(run)).toMatchFileSnapshot(goldenFile('run-breaks-the-contract'));
});

test('ends with the verdict', () => {
  const last = textOf(result).trimEnd().split('\n').at(-1);
  expect(last).toBe(
    'conforms: no findings  http://127.0.0.1:4010 against Plant Store 1.0.0 (1240 cases, 1275 requests, 12.3 s)',
  );
});

function textOf(run: RunResult): string {
  const verdict: Verdict = verdictOf({ findings: run.findings, strict: false, unattempted: [] });
  const words = { result: run, verdict, contractName: 'Plant Store 1.0.0', baseUrl: 'http://127.0.0.1:4010' };
  return `${conformanceText(words, plain)}\n`;
}
