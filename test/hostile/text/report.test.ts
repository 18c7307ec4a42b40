/** Reports in which every text is payload, as `merge` may be given one that others had in hand. */
import { describe, expect, test } from 'vitest';
import { formatAnnotations } from '../../../contracts/render/github/annotations.ts';
import { jobSummary } from '../../../contracts/render/github/job-summary.ts';
import { createHar } from '../../../contracts/render/har.ts';
import { htmlReport } from '../../../contracts/render/html/html-report.ts';
import { formatJson } from '../../../contracts/render/json-chunks.ts';
import { junitXml } from '../../../contracts/render/junit/junit-report.ts';
import { sarifLog } from '../../../contracts/render/sarif/sarif-report.ts';
import { conformanceText, reportText } from '../../../contracts/render/text/conformance-text.ts';
import { gateText } from '../../../contracts/render/text/gate-text.ts';
import type { Report } from '../../../contracts/report/report.ts';
import {
  annotationProblems,
  hiddenIn,
  jsonProblems,
  markdownProblems,
  sarifProblems,
  terminalProblems,
  xmlProblems,
} from '../../evals/hostile/text/output-problems.ts';
import { payload } from '../../evals/hostile/text/payload.ts';
import { fullReport } from '../../render/html/html-support.ts';
import { plain } from '../../report/support.ts';

/** What the kit itself reads, and does not show as it is. */
const words = new Set(['severity', 'status', 'kind', 'state', 'in', 'targetKind']);

let made = 0;
const hostile: Report = JSON.parse(JSON.stringify(fullReport), (key, value) => {
  if (typeof value !== 'string' || words.has(key)) return value;
  made++;
  return `${payload(`${key}.${made}`)}${value}`;
});

const writers = [
  ['conformance text', () => conformanceText(hostile, plain), terminalProblems],
  ['report text', () => reportText(hostile), terminalProblems],
  [
    'gate text',
    () => gateText({ report: hostile, folder: 'out', files: [], certificate: 'none' }, plain),
    terminalProblems,
  ],
  ['annotations', () => formatAnnotations(hostile), annotationProblems],
  ['summary', () => jobSummary(hostile), markdownProblems],
  ['har', () => createHar(hostile), jsonProblems],
  ['json', () => formatJson(hostile), jsonProblems],
  ['sarif', () => sarifLog(hostile), sarifProblems],
  ['junit', () => junitXml(hostile), xmlProblems],
  ['html', () => htmlReport(hostile).replaceAll('\t', ''), hiddenIn],
] as const;

describe('a report that is all payload', () => {
  test.each(writers)('%s', (_name, write, harmIn) => {
    const text = write();
    expect(text).toContain('owned');
    expect(harmIn(text)).toEqual([]);
  });

  test('as JSON is the same', () => {
    expect(JSON.parse(formatJson(hostile))).toEqual(hostile);
  });
});
