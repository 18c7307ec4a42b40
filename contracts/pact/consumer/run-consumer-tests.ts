/** Runs the consumer tests in a separate process and copies the pact that they write. */
import { type ChildProcess, spawn } from 'node:child_process';
import { access, mkdir, readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { KitError } from '../../../errors.ts';
import { writeFileAtomically } from '../../../spec/files/atomic-write.ts';
import { rejectSymbolicLinks } from '../../../spec/files/symbolic-links.ts';
import { readPact } from '../file/pact-file.ts';
import { committedFolder } from '../file/pact-sources.ts';
import { withTemporaryFolder } from '../native/native-process.ts';

export interface ConsumerTestOptions {
  /** The folder for the pacts, created if missing. Never the folder of the committed pacts. */
  readonly outDir: string;
  /** Milliseconds; default 120,000. */
  readonly timeoutMs?: number | undefined;
  /** The folder of pacts to check for staleness; default: the committed ones. */
  readonly committedDir?: string | undefined;
}

export type ConsumerTestResult = ConsumerTestsFinished | ConsumerTestsUnavailable;

export interface ConsumerTestsFinished {
  readonly kind: 'ran';
  /** All tests passed and at least one interaction was recorded. */
  readonly ok: boolean;
  readonly interactions: number;
  readonly pactFiles: readonly string[];
  /** Committed pacts that differ from the recorded ones: `UPDATE_PACTS=1` updates them. */
  readonly stale: readonly string[];
  /** The output of vitest. */
  readonly output: string;
  readonly durationMs: number;
}

/** An installed package contains neither vitest nor the tests. Nothing was checked, so this is not a pass. */
export interface ConsumerTestsUnavailable {
  readonly kind: 'unavailable';
  readonly reason: string;
}

export async function runConsumerTests(options: ConsumerTestOptions): Promise<ConsumerTestResult> {
  const started = performance.now();
  const vitest = findVitest();
  if (vitest === undefined) return { kind: 'unavailable', reason: 'vitest is not installed' };
  if (!(await exists(firstTest))) return { kind: 'unavailable', reason: 'the consumer tests are not in this package' };
  const { outDir, timeoutMs = 120_000, committedDir = committedFolder } = options;
  return withTemporaryFolder('plant-store-consumer-', async (folder) => {
    const { exitCode, output } = await runVitest(vitest, folder, timeoutMs);
    const pactFiles = await copyPacts(folder, outDir);
    const interactions = await countInteractions(pactFiles);
    const ok = exitCode === 0 && interactions > 0;
    const stale = await findStalePacts(pactFiles, committedDir);
    return {
      kind: 'ran',
      ok,
      interactions,
      pactFiles,
      stale,
      output,
      durationMs: performance.now() - started,
    };
  });
}

const kitFolder = fileURLToPath(new URL('../../../', import.meta.url));
const testFolder = path.join('contracts', 'pact', 'consumer');
const firstTest = path.join(kitFolder, testFolder, 'create-plant.test.ts');

function findVitest(): string | undefined {
  try {
    return path.join(path.dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
  } catch {
    return undefined;
  }
}

interface ProcessResult {
  readonly exitCode: number | null;
  readonly output: string;
}

function runVitest(vitest: string, folder: string, timeoutMs: number): Promise<ProcessResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [vitest, 'run', testFolder, '--root', kitFolder], {
      env: childEnvironment(folder),
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
      // A process group, so that its workers end with it: one that is still exiting could create the removed folder
      // again.
      detached: process.platform !== 'win32',
    });
    let output = '';
    const appendOutput = (chunk: Buffer) => {
      output += chunk.toString('utf8');
    };
    child.stdout.on('data', appendOutput);
    child.stderr.on('data', appendOutput);
    const kill = () => killProcessGroup(child);
    // Runs before the exit handler that removes the folder.
    process.prependOnceListener('exit', kill);
    child.on('error', reject);
    child.on('close', (exitCode, signal) => {
      process.off('exit', kill);
      const endText = signal === null ? '' : `\nkilled by ${signal}; the time limit is ${timeoutMs} ms`;
      resolve({ exitCode, output: output + endText });
    });
  });
}

/** Kills the whole process group, where process groups exist. */
function killProcessGroup(child: ChildProcess): void {
  try {
    if (child.pid === undefined || process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}

/** Without variables of a surrounding vitest run or of a user who updates the committed pacts. */
function childEnvironment(folder: string): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|PLANT_STORE_TEST_RESULTS|UPDATE_PACTS|PACT_|NODE_OPTIONS$|FORCE_COLOR$)/.test(name),
  );
  return {
    ...Object.fromEntries(inherited),
    PLANT_STORE_PACT_DIR: folder,
    PACT_DO_NOT_TRACK: 'true',
    NO_COLOR: '1',
  };
}

async function copyPacts(folder: string, outDir: string): Promise<readonly string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).toSorted();
  try {
    rejectSymbolicLinks(outDir);
    await mkdir(outDir, { recursive: true });
  } catch (error) {
    if (error instanceof KitError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new KitError('file-unwritable', `${outDir}: ${reason}`, { cause: error });
  }
  const copies = names.map((name) => [path.join(folder, name), path.join(outDir, name)] as const);
  await Promise.all(copies.map(async ([from, to]) => writeFileAtomically(to, await readFile(from))));
  return copies.map(([, to]) => to);
}

async function countInteractions(pactFiles: readonly string[]): Promise<number> {
  const pacts = await Promise.all(pactFiles.map((file) => readPact(file)));
  return pacts.reduce((sum, { interactions }) => sum + interactions.length, 0);
}

async function findStalePacts(pactFiles: readonly string[], committedDir: string): Promise<readonly string[]> {
  const committedFiles = pactFiles.map((file) => path.join(committedDir, path.basename(file)));
  const areSame = await Promise.all(pactFiles.map((file, i) => sameBytes(file, committedFiles[i] ?? '')));
  return committedFiles.filter((_file, i) => areSame[i] !== true);
}

async function sameBytes(a: string, b: string): Promise<boolean> {
  const [one, other] = await Promise.all([readFile(a), readFile(b).catch(() => undefined)]);
  return other !== undefined && one.equals(other);
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
