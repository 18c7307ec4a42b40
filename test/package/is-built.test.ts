import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../pact/support.ts';
import { isBuilt } from './is-built.ts';

/** A project whose files were changed at these seconds. */
function projectWith(files: Readonly<Record<string, number>>): string {
  const folder = temporaryFolder();
  for (const name of Object.keys(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), '');
  }
  for (const [name, seconds] of Object.entries(files)) utimesSync(path.join(folder, name), seconds, seconds);
  for (const name of ['spec', 'cli']) utimesSync(path.join(folder, name), 100, 100);
  return folder;
}

const source = { 'package.json': 100, 'spec/a.ts': 100, 'spec/b.ts': 100, 'cli/main.ts': 100 };
const built = { 'dist/cli/main.js': 200, 'dist/LICENSES.txt': 210 };

test('a build that is younger than all of the source is used', () => {
  expect(isBuilt(projectWith({ ...source, ...built }))).toBe(true);
  // Tests and packages are no part of it.
  expect(isBuilt(projectWith({ ...source, ...built, 'test/a.test.ts': 300, 'node_modules/a/b.js': 300 }))).toBe(true);
});

test.each([
  ['nothing was built', source],
  ['it was interrupted', { ...source, 'dist/cli/main.js': 200 }],
  ['a file of the source is younger', { ...source, ...built, 'spec/b.ts': 205 }],
  ['a new file was added', { ...source, ...built, 'cli/actions/new.ts': 300 }],
])('there is another build if %s', (_why, files) => {
  expect(isBuilt(projectWith(files))).toBe(false);
});

test('there is another build if a file of the source was deleted', () => {
  const folder = projectWith({ ...source, ...built });
  rmSync(path.join(folder, 'spec/b.ts'));
  expect(isBuilt(folder)).toBe(false);
});
