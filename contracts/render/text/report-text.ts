/** A report for a person, as text for the message of a test: what a terminal shows, without its colours. */

import type { Report } from '../../report/report.ts';
import { conformanceText } from './conformance-text.ts';
import { styleFor } from './style.ts';

/** The findings, what was judged, and the verdict in the last line. */
export function reportText(report: Report): string {
  return conformanceText(report, styleFor({ isTTY: false }));
}
