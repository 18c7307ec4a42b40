/**
 * `node .ci/try-package.ts MANAGER TARBALL`: installs the packed package with a package manager into an empty project, as a
 * user does, and runs `mock`, `verify`, `gate` and an import. Prints a line for each; exits with 1 if one fails. It runs on the
 * oldest Node that the package supports, on every platform, and needs a registry.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

interface Manager {
  /** Files of the project, by name. */
  readonly files?: Readonly<Record<string, string>>;
  readonly install: readonly string[];
  /** Runs a command of an installed package. */
  readonly command: readonly string[];
  /** Runs a module. */
  readonly run: readonly string[];
}

const managers: Readonly<Record<string, Manager>> = {
  npm: { install: ['npm', 'install'], command: ['npm', 'exec', '--no', '--'], run: ['node'] },
  pnpm: { install: ['pnpm', 'install'], command: ['pnpm', 'exec'], run: ['node'] },
  yarn: yarn('node-modules'),
  'yarn-pnp': yarn('pnp'),
  // Its commands run in Node, as their first line says; modules of the user run in Bun.
  bun: { install: ['bun', 'install'], command: ['bun', 'run', '--no-install'], run: ['node'] },
};

const [name = '', tarball = ''] = process.argv.slice(2);
const manager = managers[name];
if (manager === undefined || tarball === '')
  throw new Error(`expected one of ${Object.keys(managers).join(', ')}, and a tarball`);

const userProgram = `import { startMock } from 'plant-store/mock';
import { verify } from 'plant-store/verify';
import { comparePacts } from 'plant-store/pact';
const mock = await startMock();
const { verdict } = await verify({ baseUrl: mock.url, token: mock.token, cases: 2 });
await mock.close();
process.exitCode = verdict.kind === 'conforms' && typeof comparePacts === 'function' ? 0 : 1;
`;
const isWindows = process.platform === 'win32';
const token = 'a-token-of-the-user';
const folder = mkdtempSync(path.join(os.tmpdir(), 'plant-store-try-'));
try {
  process.exitCode = (await tryPackage(manager)) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

function yarn(nodeLinker: string): Manager {
  const settings = [`nodeLinker: ${nodeLinker}`, 'enableTelemetry: false', 'enableGlobalCache: false'];
  return {
    files: { '.yarnrc.yml': `${settings.join('\n')}\n`, 'yarn.lock': '' },
    install: ['yarn', 'install', '--no-immutable'],
    command: ['yarn'],
    run: ['yarn', 'node'],
  };
}

async function tryPackage({ files = {}, install, command, run }: Manager): Promise<boolean> {
  cpSync(tarball, path.join(folder, 'plant-store.tgz'));
  const dependencies = { 'plant-store': 'file:./plant-store.tgz' };
  write('package.json', JSON.stringify({ name: 'users-project', private: true, type: 'module', dependencies }));
  write('use.mjs', userProgram);
  for (const [file, text] of Object.entries(files)) write(file, text);
  if (!check('install', install)) return false;
  const kit = [...command, 'plant-store'];
  const mock = start([...kit, 'mock', '--port', '0']);
  try {
    const url = await printedUrl(mock);
    const results = [
      check('mock', ['node', '-e', `fetch('${url}/__store/health').then(({ ok }) => process.exit(ok ? 0 : 1))`]),
      check('verify', [...kit, 'verify', url, '--cases', '5']),
      check('gate', [...kit, 'gate', '--profile', 'smoke', '--out', 'report']),
      check('import', [...run, 'use.mjs']),
    ];
    return results.every(Boolean);
  } finally {
    await stop(mock);
  }
}

function write(file: string, text: string): void {
  writeFileSync(path.join(folder, file), text);
}

/** Windows starts npm and others only through a shell; no argument has characters that one would change. */
function options() {
  return { cwd: folder, shell: isWindows, env: { ...process.env, PLANT_STORE_TOKEN: token } };
}

function check(what: string, [program = '', ...args]: readonly string[]): boolean {
  const { status, stdout, stderr } = spawnSync(program, args, { ...options(), encoding: 'utf8', timeout: 600_000 });
  const passed = status === 0;
  process.stdout.write(`${name} ${what}: ${passed ? 'works' : `fails with ${status}`}\n`);
  if (!passed) process.stdout.write(`${stdout}\n${stderr}\n`.slice(-2000));
  return passed;
}

function start([program = '', ...args]: readonly string[]): ChildProcess {
  return spawn(program, args, { ...options(), stdio: ['ignore', 'pipe', 'pipe'], detached: !isWindows });
}

/** Both streams are read to the end, so that the mock server never waits for a reader. */
function printedUrl({ stdout, stderr }: ChildProcess): Promise<string> {
  let printed = '';
  return new Promise((resolve, reject) => {
    for (const stream of [stdout, stderr])
      stream?.on('data', (chunk: Buffer) => {
        printed = `${printed}${chunk}`.slice(-2000);
        const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(printed) ?? [];
        if (url !== undefined) resolve(url);
      });
    stdout?.on('end', () => reject(new Error(`the mock server has not started: ${printed}`)));
  });
}

/** With the processes of the package manager that started it. */
async function stop(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null) return;
  const ended = once(child, 'exit');
  if (isWindows) spawnSync('taskkill', ['/pid', String(child.pid), '/T', '/F']);
  else process.kill(-child.pid, 'SIGTERM');
  await ended;
}
