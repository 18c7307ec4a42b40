/** Reads a JSON report back: one of this kit's own, but who has had it in hand is not known. */
import { createHash } from 'node:crypto';
import { KitError } from '../../errors.ts';
import type { JsonObject } from '../../spec/json/exact-json.ts';
import { readJsonFile, versionMisfit } from './json-file.ts';
import { REPORT_VERSION, type Report } from './report.ts';
import { isReport, reportMisfit } from './report-shape.ts';

/** A report, and the sha256 of the exact bytes that it was read from, hexadecimal. */
export interface ReportFile {
  readonly report: Report;
  readonly sha256: string;
}

/** Throws `report-unreadable` for what is no report of this version of the format. */
export async function readReport(file: string): Promise<Report> {
  return (await readReportFile(file)).report;
}

/** Throws as `readReport` does. */
export async function readReportFile(file: string): Promise<ReportFile> {
  const { bytes, value } = await readJsonFile(file, 'report-unreadable');
  refuseOtherVersion(file, value);
  if (!isReport(value)) throw new KitError('report-unreadable', `${file}: ${reportMisfit(value)}`);
  return { report: value, sha256: createHash('sha256').update(bytes).digest('hex') };
}

function refuseOtherVersion(file: string, value: JsonObject): void {
  const key = 'reportVersion';
  if (value[key] === REPORT_VERSION) return;
  const what = value[key] === undefined ? 'is no report of this kit: ' : '';
  throw new KitError(
    'report-unreadable',
    `${file}: ${what}${versionMisfit(value, { key, reads: REPORT_VERSION })}`,
    { fix: 'Read it with the version of the kit that wrote it, or run again.' },
  );
}
