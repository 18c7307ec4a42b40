/** A gate that did not begin, since what it needs was not there: no verdict, but the report that CI and people look for. */
import type { KitError } from '../../errors.ts';
import type { Place } from '../../spec/model/contract.ts';
import type { Report } from '../report/report.ts';
import { createReport, type ReportInput } from '../verdict/create-report.ts';

/** What is known of the run by then. */
export interface SetupFailure extends Pick<ReportInput, 'contract' | 'baseUrl' | 'targetKind' | 'strict' | 'waivers'> {
  readonly startedAt: Date;
  /** Why, in words that may go out: credentials are masked in it. */
  readonly error: KitError;
}

/** Could not judge: why, what to do about it, and the last that the implementation said, where that is why. */
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
    tried: [],
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

/** The same where the document itself is why: of which version it is, is not known. */
export function unreadableContractReport(setupFailure: SetupFailure): Report {
  const report = setupFailureReport(setupFailure);
  return { ...report, contract: { ...report.contract, openapi: 'unknown' } };
}
