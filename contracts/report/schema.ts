/** The JSON Schema of the JSON report: shipped with the kit, and written beside the reports. */
import { readFileSync } from 'node:fs';

/** The text of the file; the same for every report of this REPORT_VERSION. */
export function reportSchema(): string {
  return readFileSync(new URL('schema/report.schema.json', import.meta.url), 'utf8');
}
