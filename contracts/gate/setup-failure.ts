/**
 * The report of a gate that could not start because something that it needs is missing: inconclusive, but CI still gets
 * its report.
 */
import type { KitError } from '../../errors.ts';
import type { Place } from '../../spec/model/contract.ts';
import type { Report } from '../report/report.ts';
import { createReport, type ReportInput } from '../verdict/create-report.ts';

/** What is known about the run when the setup fails. */
export interface SetupFailure extends Pick<ReportInput, 'contract' | 'baseUrl' | 'targetKind' | 'strict' | 'waivers'> {
  readonly startedAt: Date;
  /** Credentials in its text must already be masked. */
  readonly error: KitError;
}

/**
 * An inconclusive report with the reason, the fix and, where the implementation did not start, the last lines of its
 * output.
 */
export function setupFailureReport({ error, ...run }: SetupFailure): Report {
  const { title, detail, where, fix } = error;
  const [firstLine = '', ...lines] = detail.split('\n');
  const reason = firstLine.replace(/; its last lines:$/, '');
  const location = where === undefined ? '' : ` (${where})`;
  const stage = {
    name: SETUP_STAGE,
    status: 'not run',
    summary: `${title}: ${reason}${location}. ${fix}`,
    ms: Date.now() - run.startedAt.getTime(),
    attemptedChecks: [],
    findings: [],
    notes: [],
    unattempted: [`${error.message}${location}`],
    ...parsePlace(where),
    ...(lines.length === 0 ? {} : { engine: { name: 'implementation', output: lines.join('\n') } }),
  } as const;
  return createReport({ ...run, stages: [stage] });
}

const SETUP_STAGE = 'preparation';

/** `api.yaml:12` */
function parsePlace(where = ''): { readonly place?: Place } {
  const [, file, line] = /^(.+):(\d+)$/s.exec(where) ?? [];
  return file === undefined ? {} : { place: { file, pointer: '', line: Number(line) } };
}

/** The same for a document that cannot be read, so its OpenAPI version is unknown. */
export function unreadableContractReport(setupFailure: SetupFailure): Report {
  const report = setupFailureReport(setupFailure);
  return { ...report, contract: { ...report.contract, openapi: 'unknown' } };
}
