/** What `verify` says of a server, in process: as the command does it, from the run to every report. */
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { RunResult } from '../../../contracts/conformance/model/result.ts';
import { conformanceStage } from '../../../contracts/conformance/stage.ts';
import { conformanceText } from '../../../contracts/render/text/conformance-text.ts';
import { styleFor } from '../../../contracts/render/text/terminal.ts';
import { reportsIn, writeReports } from '../../../contracts/render/write.ts';
import { reportOf } from '../../../contracts/verdict/make-report.ts';
import { formatError, KitError } from '../../../errors.ts';
import { plantStore, verify } from '../../conformance/support.ts';

export interface Judged {
  readonly exit: number;
  /** That found a fault. */
  readonly checks: readonly string[];
  /** The code of the error of the kit. */
  readonly error: string | undefined;
  /** What was received, and why something was not judged. */
  readonly told: string;
  /** All that is printed. */
  readonly printed: string;
  /** By the name of the report. */
  readonly files: ReadonlyMap<string, string>;
}

export interface JudgeOptions {
  readonly token: string;
  readonly timeoutMs: number;
  readonly budget?: number;
}

export async function judge(url: string, options: JudgeOptions): Promise<Judged> {
  const startedAt = new Date();
  try {
    const result = await verify({ baseUrl: url, ...options });
    return await told(url, result, startedAt);
  } catch (error) {
    if (!(error instanceof KitError)) throw error;
    const printed = formatError(error);
    return { exit: 2, checks: [], error: error.code, told: printed, printed, files: new Map() };
  }
}

async function told(url: string, result: RunResult, startedAt: Date): Promise<Judged> {
  const report = reportOf({
    contract: plantStore,
    baseUrl: url,
    targetKind: 'implementation',
    startedAt,
    stages: [conformanceStage(plantStore, result)],
    strict: false,
    shard: undefined,
    waivers: undefined,
  });
  const faults = result.findings.filter(({ severity }) => severity === 'fault');
  return {
    exit: report.verdict.exitCode,
    checks: [...new Set(faults.map(({ check }) => check))].toSorted(),
    error: undefined,
    told: [...faults.map(({ received }) => received), ...result.unjudged.map(({ reason }) => reason)].join(
      '\n',
    ),
    printed: conformanceText(report, styleFor({})),
    files: await written((folder) => writeReports(report, reportsIn(folder))),
  };
}

/** The files below a folder above which nothing else may come to be. */
async function written(write: (folder: string) => Promise<void>): Promise<ReadonlyMap<string, string>> {
  const around = await mkdtemp(path.join(tmpdir(), 'hostile-'));
  try {
    const folder = path.join(around, 'report');
    await mkdir(folder);
    await write(folder);
    const names = await readdir(around, { recursive: true, withFileTypes: true });
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
    await rm(around, { recursive: true, force: true });
  }
}
