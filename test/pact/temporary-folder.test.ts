import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { kitFolder, temporaryFolder } from './support.ts';

test('a process that ends right after its start leaves no folder', () => {
  const folder = temporaryFolder();
  const script = `
    import { withTemporaryFolder } from './contracts/pact/native/native-process.ts';
    void withTemporaryFolder('of-this-test-', () => new Promise(() => {}));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
    process.exit(7);
  `;
  const { status } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: path.resolve(kitFolder),
    env: { ...process.env, TMPDIR: folder },
  });
  expect(status).toBe(7);
  expect(readdirSync(folder)).toEqual([]);
});
