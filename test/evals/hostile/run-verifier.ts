/** What `verify` says of a server, in process: as the command does it, from the run to every report. */
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { conformanceStage } from '../../../contracts/conformance/conformance-stage.ts';
import type { RunResult } from '../../../contracts/conformance/model/run-result.ts';
import { conformanceText } from '../../../contracts/render/text/conformance-text.ts';
import { styleFor } from '../../../contracts/render/text/terminal.ts';
import { reportTargetsIn, writeReports } from '../../../contracts/render/write-reports.ts';
import { createReport } from '../../../contracts/verdict/create-report.ts';
import { formatError, KitError } from '../../../errors.ts';
import { plantStoreContract, verify } from '../../conformance/support.ts';

export interface VerifierRun {
  readonly exitCode: number;
  /** That found a fault. */
  readonly checks: readonly string[];
  /** The code of the error of the kit. */
  readonly error: string | undefined;
  /** What was received, and why something was not judged. */
  readonly reported: string;
  /** All that is printed. */
  readonly printed: string;
  /** By the name of the report. */
  readonly files: ReadonlyMap<string, string>;
}

export interface VerifierRunOptions {
  readonly token: string;
  readonly timeoutMs: number;
  readonly budget?: number;
}

export async function runVerifier(url: string, options: VerifierRunOptions): Promise<VerifierRun> {
  const startedAt = new Date();
  try {
    const result = await verify({ baseUrl: url, ...options });
    return await toVerifierRun(url, result, startedAt);
  } catch (error) {
    if (!(error instanceof KitError)) throw error;
    const printed = formatError(error);
    return { exitCode: 2, checks: [], error: error.code, reported: printed, printed, files: new Map() };
  }
}

async function toVerifierRun(url: string, result: RunResult, startedAt: Date): Promise<VerifierRun> {
  const report = createReport({
    contract: plantStoreContract,
    baseUrl: url,
    targetKind: 'implementation',
    startedAt,
    stages: [conformanceStage(plantStoreContract, result)],
    strict: false,
    shard: undefined,
    waivers: undefined,
  });
  const errors = result.findings.filter(({ severity }) => severity === 'error');
  return {
    exitCode: report.verdict.exitCode,
    checks: [...new Set(errors.map(({ check }) => check))].toSorted(),
    error: undefined,
    reported: [...errors.map(({ received }) => received), ...result.unchecked.map(({ reason }) => reason)].join('\n'),
    printed: conformanceText(report, styleFor({})),
    files: await writtenFiles((folder) => writeReports(report, reportTargetsIn(folder))),
  };
}

/** The files below a folder above which nothing else may come to be. */
async function writtenFiles(write: (folder: string) => Promise<void>): Promise<ReadonlyMap<string, string>> {
  const parentFolder = await mkdtemp(path.join(tmpdir(), 'hostile-'));
  try {
    const folder = path.join(parentFolder, 'report');
    await mkdir(folder);
    await write(folder);
    const names = await readdir(parentFolder, { recursive: true, withFileTypes: true });
    const files = names.filter((entry) => !entry.isDirectory());
    return new Map(
      await Promise.all(
        files.map(async ({ parentPath, name }) => {
          const file = path.join(parentPath, name);
          return [path.relative(folder, file), await readFile(file, 'utf8')] as const;
        }),
      ),
    );
  } finally {
    await rm(parentFolder, { recursive: true, force: true });
  }
}
