/** `npm run directory`: the sample, the file of results, the figures, and the process that tries the documents. */
import { appendFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { createDocumentProcess } from '../evals/directory/child-process.ts';
import { takeSample } from '../evals/directory/documents.ts';
import { emptyOutcome } from '../evals/directory/outcome.ts';
import { describeRun } from '../evals/directory/page.ts';
import { appendResult, readResults } from '../evals/directory/results-file.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'directory-'));
afterAll(() => rmSync(folder, { recursive: true }));

const documents = ['a.json', 'b.json', 'c.json', 'd/e.json'].map((name, index) => ({
  name,
  file: name,
  bytes: 100 * (index + 1),
}));

test('a sample takes every Nth document up to a size, or those with a part of a name', () => {
  const names = (sample: Partial<Parameters<typeof takeSample>[1]>) =>
    takeSample(documents, { every: 1, offset: 0, maxBytes: 1_000, names: [], ...sample }).map(({ name }) => name);
  expect(names({})).toHaveLength(4);
  expect(names({ every: 2, offset: 1 })).toEqual(['b.json', 'd/e.json']);
  expect(names({ maxBytes: 200 })).toEqual(['a.json', 'b.json']);
  expect(names({ names: ['d/'] })).toEqual(['d/e.json']);
});

const outcomeOf = (name: string) => ({ ...emptyOutcome, name, bytes: 1, operations: 3 });
const contradiction = { check: 'created-is-echoed', operation: 'create', text: 'received "a"' } as const;

test('a run continues from the file of results, whose last line may be cut', () => {
  const file = path.join(folder, 'results.jsonl');
  expect(readResults(file).size).toBe(0);
  appendResult(file, outcomeOf('a.json'));
  appendResult(file, { ...outcomeOf('a.json'), requests: 9 });
  appendFileSync(file, '{"name":"b.json","by');
  expect([...readResults(file).values()]).toEqual([{ ...outcomeOf('a.json'), requests: 9 }]);
});

test('the figures count each document once for each of its causes', () => {
  const figures = describeRun(
    [
      outcomeOf('a.json'),
      {
        ...outcomeOf('b.json'),
        contradictions: [
          { ...contradiction, severity: 'error' },
          { ...contradiction, severity: 'error' },
        ],
      },
      { ...outcomeOf('c.json'), contradictions: [{ ...contradiction, severity: 'warning' }] },
      { ...outcomeOf('d.json'), refusal: { code: 'spec-invalid', message: 'no' } },
    ],
    { documents: 40, selection: 'one document of 10' },
  );
  expect(figures).toContain('4 of 40 documents with 12 operations');
  expect(figures).toContain('3 documents were served (75.0 %)');
  expect(figures).toContain('**2 documents contradict** (50.0 %)');
  expect(figures).toContain('1 of them with an error');
  expect(figures).toMatch(/\| created-is-echoed \(error\) +\| 1 +\| b /);
  expect(figures).toMatch(/\| spec-invalid +\| 1 +\| d /);
});

test('a process that exceeds its limits is replaced', async () => {
  const file = fileURLToPath(new URL('../evals/corpus/reduced/malformed-xml-example.yaml', import.meta.url));
  const task = {
    document: { name: 'malformed-xml-example', file, bytes: statSync(file).size },
    bounds: { cases: 5, seconds: 20 },
  };
  const limits = { maxMegabytes: 500, maxCpuSeconds: 60, maxSeconds: 60 };
  const hasty = createDocumentProcess({ ...limits, maxSeconds: 0.01 });
  expect((await hasty.run(task)).aborted).toBe('elapsed time');
  expect((await hasty.run(task)).aborted).toBe('elapsed time');
  hasty.close();
  const patient = createDocumentProcess(limits);
  const outcome = await patient.run(task);
  patient.close();
  expect(outcome).toMatchObject({ name: 'malformed-xml-example', operations: 1, contradictions: [] });
  expect(outcome.requests).toBeGreaterThan(0);
}, 60_000);
