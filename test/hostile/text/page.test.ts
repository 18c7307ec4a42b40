/** The table "Where text is written" of docs/explanation/reliability.md is complete and names existing files. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readSection } from '../../evals/hostile/reliability-page.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8');

const rows = readSection('where text goes')
  .split('\n')
  .slice(2)
  .map((line) => line.split(/(?<!\\) ?\| ?/).slice(1, -1));
const named = (column: number) =>
  rows.flatMap((cells) => [...(cells[column] ?? '').matchAll(/`([^`]+)`/g)].map(([, file = '']) => file));
const modules = new Set(named(3));

test('every row has what, why, where and the test', () => {
  expect(rows.length).toBeGreaterThan(10);
  for (const cells of rows) {
    expect(cells).toHaveLength(5);
    expect(cells.filter((cell) => cell.trim() === '')).toEqual([]);
  }
});

test('the modules and the tests that it names are there', () => {
  const files = [...modules, ...named(4)];
  expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  expect(named(4).filter((file) => !file.endsWith('.test.ts'))).toEqual([]);
});

test('every format of a report is in it', () => {
  const writers = [...textOf('contracts/render/write-reports.ts').matchAll(/(?:import\(|from )'(\.{1,2}\/[^']+)'/g)];
  const formats = writers
    .map(([, target = '']) => path.posix.join('contracts/render', target))
    .filter((file) => file.startsWith('contracts/render/'));
  expect(formats.length).toBeGreaterThan(5);
  expect(formats.filter((file) => !withImports(file).some((one) => modules.has(one)))).toEqual([]);
});

/** Itself and what it imports of its own layer, but for what all of them use. */
function withImports(file: string, seen: Set<string> = new Set()): readonly string[] {
  if (seen.has(file)) return [...seen];
  seen.add(file);
  for (const [, target = ''] of textOf(file).matchAll(/from '(\.[^']+\.ts)'/g)) {
    const imported = path.posix.join(path.posix.dirname(file), target);
    if (imported.startsWith('contracts/render/')) withImports(imported, seen);
  }
  return [...seen];
}

const sources = globSync('{cli,contracts,mock,shell,spec,secrets}/**/*.{ts,js}', { cwd: root }).map((file) =>
  file.replaceAll(path.sep, '/'),
);

test.each([
  ['commands of GitHub Actions', /[`'"]::(?:error|warning|notice)\b/],
  ['hidden characters', /\\p\{Cf\}\\p\{Cs\}\\p\{Zl\}/],
  ['what breaks a mention', /&#8203;/],
])('one module alone of the table knows %s', (_what, pattern) => {
  const users = [...sources, 'sanitize.ts'].filter((file) => pattern.test(textOf(file)));
  expect(users.length).toBeGreaterThan(0);
  expect(users.filter((file) => !modules.has(file))).toEqual([]);
});

test('JSON is printed visibly', () => {
  const indented = /JSON\.stringify\([^;]*null, 2\)|stringifyJson\([^;]*, 2\)/;
  const printers = sources.filter((file) => /^(?:cli|contracts)\//.test(file) && indented.test(textOf(file)));
  const sent = 'contracts/conformance/cases/equivalent-requests.ts';
  expect(printers.filter((file) => file !== sent && !textOf(file).includes('sanitizeJson('))).toEqual([]);
});
