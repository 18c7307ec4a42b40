/** A conformance run as a stage of a report. */
import type { Contract } from '../../spec/model/contract.ts';
import type { Finding } from '../finding/finding.ts';
import { type StageReport, scopeLines } from '../report/stage.ts';
import { count } from '../report/words.ts';
import { checks } from './checks/index.ts';
import type { RunResult } from './model/result.ts';

/** Every operation × every check, so that what was not tried is seen as not tried. */
export function conformanceStage({ operations }: Contract, result: RunResult): StageReport<Finding> {
  const counts = new Map(
    result.checked.map(({ operation, check, exchanges }) => [`${operation} ${check}`, exchanges] as const),
  );
  const { scope } = result;
  const asked = new Set(scope?.operations);
  const judged = operations.filter(({ id }) => asked.size === 0 || asked.has(id));
  const tried = judged.flatMap(({ id }) =>
    checks.map((check) => ({ subject: id, check: check.id, count: counts.get(`${id} ${check.id}`) ?? 0 })),
  );
  const { coverage, findings, seed, cases, requests, only, drawn, rows, unjudged, gaps, removed } = result;
  const unattempted = unattemptedIn(result);
  return {
    name: 'conformance',
    status: findings.some(({ severity }) => severity === 'fault') ? 'failed' : 'passed',
    summary: conformanceSummary({ cases, requests, findings }),
    ms: Math.round(result.ms),
    tried,
    findings,
    notes: [
      ...scopeLines(scope),
      ...unattempted.map((what) => `not judged in full: ${what}`),
      ...removed,
      ...gaps,
    ],
    unattempted,
    coverage,
    run: {
      seed,
      cases,
      requests,
      only,
      drawn,
      rows,
      unjudged,
      gaps,
      removed,
      ...(scope === undefined ? {} : { scope }),
    },
  };
}

/** `816 cases, 956 requests, 0 faults` */
export function conformanceSummary({
  cases,
  requests,
  findings,
}: Pick<RunResult, 'cases' | 'requests' | 'findings'>): string {
  const faults = findings.filter(({ severity }) => severity === 'fault').length;
  return `${count(cases, 'case')}, ${count(requests, 'request')}, ${count(faults, 'fault')}`;
}

/** Operations that could not be judged, or not in full: a required row that was not attempted is never a pass. */
function unattemptedIn({ unjudged }: Pick<RunResult, 'unjudged'>): readonly string[] {
  return unjudged.map(({ operation, reason }) => `${operation}: ${reason}`);
}
