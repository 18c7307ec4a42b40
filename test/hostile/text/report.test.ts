/** Reports in which every text is payload, as `merge` may be given one that others had in hand. */
import { describe, expect, test } from 'vitest';
import { annotations } from '../../../contracts/render/github/annotations.ts';
import { jobSummary } from '../../../contracts/render/github/summary.ts';
import { harLog } from '../../../contracts/render/har.ts';
import { htmlReport } from '../../../contracts/render/html/html.ts';
import { jsonText } from '../../../contracts/render/json-pieces.ts';
import { junitXml } from '../../../contracts/render/junit/junit.ts';
import { sarifLog } from '../../../contracts/render/sarif/sarif.ts';
import { conformanceText, reportText } from '../../../contracts/render/text/conformance-text.ts';
import { gateText } from '../../../contracts/render/text/gate-text.ts';
import type { Report } from '../../../contracts/report/report.ts';
import { payload } from '../../evals/hostile/text/payload.ts';
import {
  annotationHarm,
  hiddenIn,
  jsonHarm,
  markdownHarm,
  sarifHarm,
  terminalHarm,
  xmlHarm,
} from '../../evals/hostile/text/sinks.ts';
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
  ['conformance text', () => conformanceText(hostile, plain), terminalHarm],
  ['report text', () => reportText(hostile), terminalHarm],
  [
    'gate text',
    () => gateText({ report: hostile, folder: 'out', files: [], certificate: 'none' }, plain),
    terminalHarm,
  ],
  ['annotations', () => annotations(hostile), annotationHarm],
  ['summary', () => jobSummary(hostile), markdownHarm],
  ['har', () => harLog(hostile), jsonHarm],
  ['json', () => jsonText(hostile), jsonHarm],
  ['sarif', () => sarifLog(hostile), sarifHarm],
  ['junit', () => junitXml(hostile), xmlHarm],
  ['html', () => htmlReport(hostile).replaceAll('\t', ''), hiddenIn],
] as const;

describe('a report that is all payload', () => {
  test.each(writers)('%s', (_name, write, harmIn) => {
    const text = write();
    expect(text).toContain('owned');
    expect(harmIn(text)).toEqual([]);
  });

  test('as JSON says the same', () => {
    expect(JSON.parse(jsonText(hostile))).toEqual(hostile);
  });
});
