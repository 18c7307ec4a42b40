/** One run of the verifier against a fresh service, by its command: the causes that it reports, and what it tested. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findCauses } from '../../../contracts/report/causes.ts';
import { readReport } from '../../../contracts/report/read-report.ts';
import type { Report } from '../../../contracts/report/report.ts';
import { type LaunchedService, launchService } from './launch-service.ts';
import { logIn } from './log-in.ts';
import type { Service } from './services.ts';

export interface ServiceRun {
  readonly verdict: string;
  readonly operations: number;
  /** Operations to which no case was sent. */
  readonly untested: readonly string[];
  /** Operations of which something could not be tested. */
  readonly inPart: readonly string[];
  /** What could not be tested, as the run reports it. */
  readonly unchecked: readonly string[];
  readonly requests: number;
  readonly cpuSeconds: number;
  readonly causes: readonly ReportedCause[];
}

export interface ReportedCause {
  readonly severity: 'error' | 'warning';
  readonly check: string;
  /** The fingerprint of its example: the check, the operation and the place. */
  readonly place: string;
  readonly received: string;
  readonly curl: string;
}

/** Only some services need a configuration, so that all operations can be tested. */
export function hasConfiguration(service: Service): boolean {
  return existsSync(configurationOf(service));
}

function configurationOf({ name }: Service): string {
  return fileURLToPath(new URL(`servers/${name}/plant-store.yaml`, import.meta.url));
}

/** Without its configuration a run gets no more than the token of a login, since no run starts without a required one. */
export async function verifyService(service: Service, isConfigured: boolean): Promise<ServiceRun> {
  const launched = await launchService(service);
  const folder = mkdtempSync(join(tmpdir(), 'service-report-'));
  try {
    const report = join(folder, 'report.json');
    const cpuSeconds = await runVerifier(
      [...argumentsOf(service, launched, isConfigured), '--report', `json=${report}`],
      {
        ...process.env,
        ...(await tokenVariable(service, launched, isConfigured)),
      },
    );
    if (!existsSync(report)) throw new Error(`${service.name}: the verifier wrote no report`);
    return summarize(await readReport(report), cpuSeconds);
  } finally {
    await launched.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function tokenVariable(
  { login }: Service,
  { url }: LaunchedService,
  isConfigured: boolean,
): Promise<Readonly<Record<string, string>>> {
  if (login === undefined) return {};
  const credential = 'apiKey' in login ? login.apiKey : await logIn(url, login);
  return { [isConfigured ? 'SERVICE_TOKEN' : 'PLANT_STORE_TOKEN']: credential };
}

/** Enough for a busy machine; each response that does not arrive is waited for. */
const TIMEOUT_MS = '10000';

function argumentsOf(service: Service, { url }: LaunchedService, isConfigured: boolean): readonly string[] {
  const target = [`${url}${service.basePath ?? ''}`, '--spec', `${url}${service.document}`, '--timeout', TIMEOUT_MS];
  return isConfigured ? [...target, '--config', configurationOf(service)] : [...target, '--no-config'];
}

/** Prints the processor time of each process of the command at its end, all threads included. */
const cpuReporter = `data:text/javascript,${encodeURIComponent(`
  import { writeSync } from 'node:fs';
  import { isMainThread } from 'node:worker_threads';
  if (isMainThread) process.once('exit', () => {
    const { user, system } = process.cpuUsage();
    writeSync(2, '\\ncpu ' + (user + system) + '\\n');
  });`)}`;

const cli = fileURLToPath(new URL('../../../cli/plant-store.cjs', import.meta.url));

async function runVerifier(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn(process.execPath, [cli, 'verify', ...args], {
    env: { ...env, NODE_OPTIONS: `--import=${cpuReporter}` },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  await once(child, 'close');
  const microseconds = [...stderr.matchAll(/^cpu (\d+)$/gm)].reduce((sum, [, count]) => sum + Number(count), 0);
  if (child.exitCode !== 0 && child.exitCode !== 1 && child.exitCode !== 2) throw new Error(stderr);
  return microseconds / 1_000_000;
}

function summarize({ contract, stages, verdict }: Report, cpuSeconds: number): ServiceRun {
  const runs = stages.flatMap(({ run }) => (run === undefined ? [] : [run]));
  const notBuilt = runs.flatMap(({ notBuilt = [] }) => notBuilt.map(({ operation }) => operation));
  const tested = new Set(runs.flatMap(({ rows }) => rows.map(({ operation }) => operation))).difference(
    new Set(notBuilt),
  );
  const unchecked = runs.flatMap((run) => run.unchecked);
  return {
    verdict: verdict.kind,
    operations: contract.operations.length,
    untested: contract.operations.map(({ id }) => id).filter((id) => !tested.has(id)),
    inPart: [...new Set(unchecked.map(({ operation }) => operation))],
    unchecked: unchecked.map(({ operation, reason }) => `${operation}: ${reason}`),
    requests: runs.reduce((sum, { requests }) => sum + requests, 0),
    cpuSeconds,
    causes: findCauses(stages.flatMap(({ findings }) => findings)).map(({ example, description }) => ({
      severity: example.severity,
      check: example.check,
      place: example.fingerprint,
      received: description ?? example.received,
      curl: example.evidence?.curl ?? '',
    })),
  };
}
