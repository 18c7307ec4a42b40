/** `plant-store/mock` as somebody gets it who has installed the package: types and JavaScript, from what npm would publish. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';

const kit = path.resolve(import.meta.dirname, '../..');
const execute = promisify(execFile);

/** A folder with the package installed in it; its dependencies are those of the checkout. */
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'plant-store-'));
  const modules = path.join(folder, 'node_modules');
  await mkdir(modules);
  // Built beforehand, since `npm pack` alone does not say why a build fails.
  await execute('npm', ['run', 'build'], { cwd: kit });
  const { stdout } = await execute(
    'npm',
    ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder],
    {
      cwd: kit,
    },
  );
  await execute('tar', ['-xzf', path.join(folder, stdout.trim()), '-C', modules]);
  await rename(path.join(modules, 'package'), path.join(modules, 'plant-store'));
  for (const name of await readdir(path.join(kit, 'node_modules')))
    if (name !== 'plant-store' && !name.startsWith('.'))
      await symlink(path.join(kit, 'node_modules', name), path.join(modules, name));
}, 120_000);

afterAll(() => rm(folder, { recursive: true }));

const program = `
import { startMock, type JournalEntry, type Mock, type MockOptions } from 'plant-store/mock';

const options: MockOptions = { seed: 7, limits: { bodyBytes: 1_000 } };
const mock: Mock = await startMock(options);
// @ts-expect-error It is typed: this has to be an error.
const wrong: number = mock.url;
const answer = await fetch(\`\${mock.url}/plants\`, {
  method: 'POST',
  headers: { Authorization: \`Bearer \${mock.token}\`, 'Content-Type': 'application/json' },
  body: '{"id":1,"name":"fern"}',
});
const [entry]: readonly JournalEntry[] = await mock.journal.waitFor({ operation: 'createPlant' });
const page = await fetch(\`\${mock.url}/__store/\`);
const health = await fetch(\`\${mock.url}/__store/health\`);
console.log(answer.status, entry?.request.body?.text, page.status, health.status, typeof wrong);
await mock.close();
`;

it.each([
  ['nodenext', 'nodenext'],
  ['esnext', 'bundler'],
])('is typed for module %s with resolution %s', async (module, moduleResolution) => {
  const name = `typed-${moduleResolution}.mts`;
  await writeFile(path.join(folder, name), program);
  const options = { module, moduleResolution, target: 'es2024', lib: 'esnext,dom', types: 'node' };
  const args = Object.entries(options).flatMap(([option, value]) => [`--${option}`, value]);
  const { stdout } = await execute(
    path.join(kit, 'node_modules/.bin/tsc'),
    ['--noEmit', '--strict', ...args, name],
    {
      cwd: folder,
    },
  );
  expect(stdout).toBe('');
});

it('starts a store with all that belongs to it, from JavaScript alone', async () => {
  await writeFile(path.join(folder, 'use.mts'), program);
  const { stdout, stderr } = await execute(process.execPath, ['use.mts'], { cwd: folder });
  expect([stdout, stderr]).toEqual(['200 {"id":1,"name":"fern"} 200 200 string\n', '']);
});

it('keeps its inner files to itself', async () => {
  await writeFile(path.join(folder, 'inner.mjs'), "await import('plant-store/dist/mock/server.js');");
  await expect(execute(process.execPath, ['inner.mjs'], { cwd: folder })).rejects.toThrow(
    'ERR_PACKAGE_PATH_NOT_EXPORTED',
  );
});
