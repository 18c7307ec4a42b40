/** Each of the hostile servers before the verifier: ends in time, is judged for its habit alone, and leaves nothing behind. */
import path from 'node:path';
import { describe, test, vi } from 'vitest';
import { reportTargetsIn } from '../../contracts/render/write-reports.ts';
import type { ExpectedVerdict, HostileServer, RunMode } from '../evals/hostile/hostile-server.ts';
import { outputProblems } from '../evals/hostile/output-safety.ts';
import { runVerifier, type VerifierRun } from '../evals/hostile/run-verifier.ts';
import { serverThemes } from '../evals/hostile/servers/index.ts';
import { defaultToken as token } from '../evals/zoo/index.ts';

/** Far more than any of them takes; the machine may be busy. */
vi.setConfig({ maxConcurrency: 6 });

/** A long limit where nothing is to reach it: others run in this process. */
const runModes: Readonly<Record<RunMode | 'most', { readonly timeoutMs: number; readonly budget?: number }>> = {
  hangs: { timeoutMs: 1_500, budget: 20 },
  heavy: { timeoutMs: 30_000, budget: 2 },
  many: { timeoutMs: 30_000, budget: 350 },
  most: { timeoutMs: 30_000, budget: 60 },
};

/** Without the folder of issues, whose files depend on the findings. */
const reportNames = reportTargetsIn('').flatMap(({ format, file }) => (format === 'issues' ? [] : [file]));

describe.concurrent.for(serverThemes)('$title', ({ servers }) => {
  test.for(servers)('$name', async (server, { expect }) => {
    const running = await server.start(token);
    try {
      const run = await runVerifier(running.url, { token, ...runModes[server.mode ?? 'most'] });
      expect(differences(server, run), `${server.description}\n${run.reported.slice(0, 2_000)}`).toEqual([]);
      expect(running.strayRequests?.() ?? []).toEqual([]);
      expect(outputProblems('printed', run.printed, token)).toEqual([]);
      expect([...run.files].flatMap(([name, text]) => outputProblems(name, text, token))).toEqual([]);
      const names = [...run.files.keys()].filter((name) => !name.startsWith(`issues${path.sep}`));
      expect(names.toSorted()).toEqual(run.error === undefined ? reportNames.toSorted() : []);
    } finally {
      await running.close();
    }
  });
});

/** What is not as demanded, in words. */
function differences({ expected }: HostileServer, run: VerifierRun): readonly string[] {
  const { exitCode, checks, reported, error } = run;
  const wrongExit = exitCode === expected.exitCode ? [] : [`exit ${exitCode} instead of ${expected.exitCode}`];
  return [
    ...wrongExit,
    ...checkDifferences(expected, checks),
    ...errorDifferences(expected, error),
    ...textDifferences(expected, reported),
  ];
}

function checkDifferences(expected: ExpectedVerdict, found: readonly string[]): readonly string[] {
  const wanted = expected.exitCode === 1 ? expected.checks : [];
  const allowed = expected.exitCode === 1 ? [...wanted, ...(expected.optionalChecks ?? [])] : [];
  return [
    ...wanted.filter((check) => !found.includes(check)).map((check) => `${check} finds nothing`),
    ...found.filter((check) => !allowed.includes(check)).map((check) => `${check} accuses`),
  ];
}

function errorDifferences(expected: ExpectedVerdict, error: string | undefined): readonly string[] {
  const wanted = expected.exitCode === 2 && expected.error !== 'unchecked' ? expected.error : undefined;
  return error === wanted ? [] : [`error ${error} instead of ${wanted}`];
}

function textDifferences(expected: ExpectedVerdict, reported: string): readonly string[] {
  const pattern = expected.exitCode === 0 ? undefined : expected.reported;
  return pattern === undefined || pattern.test(reported) ? [] : [`no finding for ${pattern}`];
}
