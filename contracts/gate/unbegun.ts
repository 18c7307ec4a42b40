/** A gate that did not begin, since what it needs was not there: no verdict, but the report that CI and people look for. */
import type { KitError } from '../../errors.ts';
import type { Place } from '../../spec/model/contract.ts';
import type { Report } from '../report/report.ts';
import { type ReportInput, reportOf } from '../verdict/make-report.ts';

/** What is known of the run by then. */
export interface Unbegun
  extends Pick<ReportInput, 'contract' | 'baseUrl' | 'targetKind' | 'strict' | 'waivers'> {
  readonly startedAt: Date;
  /** Why, in words that may go out: credentials are masked in it. */
  readonly error: KitError;
}

/** Could not judge: why, what to do about it, and the last that the implementation said, where that is why. */
export function unbegunReport({ error, ...run }: Unbegun): Report {
  const { title, detail, where, fix } = error;
  const [head = '', ...lines] = detail.split('\n');
  const reason = head.replace(/; its last lines:$/, '');
  const at = where === undefined ? '' : ` (${where})`;
  const stage = {
    name: STAGE,
    status: 'not run',
    summary: `${title}: ${reason}${at}. ${fix}`,
    ms: Date.now() - run.startedAt.getTime(),
    tried: [],
    findings: [],
    notes: [],
    unattempted: [`${error.message}${at}`],
    ...placed(where),
    ...(lines.length === 0 ? {} : { engine: { name: 'implementation', output: lines.join('\n') } }),
  } as const;
  return reportOf({ ...run, stages: [stage] });
}

const STAGE = 'preparation';

/** `api.yaml:12` */
function placed(where = ''): { readonly place?: Place } {
  const [, file, line] = /^(.+):(\d+)$/s.exec(where) ?? [];
  return file === undefined ? {} : { place: { file, pointer: '', line: Number(line) } };
}

/** The same where the document itself is why: of which version it is, is not known. */
export function unusableReport(unbegun: Unbegun): Report {
  const report = unbegunReport(unbegun);
  return { ...report, contract: { ...report.contract, openapi: 'unknown' } };
}
