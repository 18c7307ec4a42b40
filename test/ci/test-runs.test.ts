import { globSync } from 'node:fs';
import { expect, it } from 'vitest';
import { longSuites } from '../long-suites.ts';

const files = globSync(['test/**/*.test.ts', 'contracts/**/*.test.ts'], { exclude: ['**/node_modules/**'] });

it('the list of long suites names existing files once', () => {
  expect(longSuites.filter((file) => !files.includes(file))).toEqual([]);
  expect(new Set(longSuites).size).toBe(longSuites.length);
});

it('every layer has fast tests', () => {
  const fast = files.filter((file) => !longSuites.includes(file));
  for (const layer of ['spec', 'mock', 'conformance', 'pact', 'lint', 'gate', 'render', 'verdict', 'cli'])
    expect(fast.filter((file) => file.startsWith(`test/${layer}/`)).length, layer).toBeGreaterThan(0);
});
