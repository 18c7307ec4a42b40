/** What is told once for many places has an id of its own: whichever of them comes first, it is the same finding. */
import { describe, expect, test } from 'vitest';
import { findingId } from '../../contracts/finding/finding.ts';
import { lintContract } from '../../contracts/lint/lint.ts';
import type { ReportedFinding, StageReport } from '../../contracts/report/stage-report.ts';
import { applyWaivers } from '../../contracts/waivers/apply-waivers.ts';
import { parseContract } from '../../spec/loading/load-contract.ts';
import { reportWith, stageWith } from '../report/support.ts';
import { waiverWith } from '../waivers/support.ts';

const text = (name: string) => `${name}: { type: string }`;
const wrong = (name: string) => `${name}: { type: object, example: null }`;
const names = Array.from({ length: 11 }, (_none, index) => `p${index}`);

async function lintStage(check: string, properties: readonly string[]): Promise<StageReport> {
  const contract = await parseContract(
    'file:///tmp/many.yaml',
    `openapi: 3.0.3
info: { title: Many, version: 1.0.0 }
paths:
  /a:
    post:
      operationId: add
      requestBody: { content: { application/json: { schema: { type: object, properties: { ${properties.join(', ')} } } } } }
      responses: { '200': { description: Good } }
`,
  );
  const findings = lintContract(contract).filter((finding) => finding.check === check);
  return {
    ...stageWith({ name: 'contract lint' }),
    findings: findings.map((one) => ({ ...one, id: findingId(one) })),
  };
}

const idsOf = ({ findings }: StageReport) => findings.map(({ id }) => id);

/** Applies a waiver for the first finding of one run to another run. */
function waived(before: StageReport, after: StageReport) {
  const waivers = [waiverWith({ id: idsOf(before)[0] ?? '', expires: '2999-01-31' })];
  const { stages, uses } = applyWaivers({
    ...{ stages: [after], waivers, operations: [], today: '2026-11-22' },
    isComplete: true,
  });
  const count = (finding: ReportedFinding) => finding.waived === undefined;
  return {
    state: uses[0]?.state,
    counting: stages[0]?.findings.filter(count).length,
    notes: stages[1]?.notes,
  };
}

describe('a warning in many places', () => {
  const check = 'string-has-limit';

  test('keeps its id if the document is reordered, and differs from the id of a single place', async () => {
    const ids = idsOf(await lintStage(check, names.map(text)));
    expect(ids).toEqual([expect.stringMatching(/^string-has-limit\/document\/[0-9a-f]{12}$/)]);
    expect(idsOf(await lintStage(check, names.toReversed().map(text)))).toEqual(ids);
    expect(idsOf(await lintStage(check, [text('p0')]))).toEqual([expect.stringMatching(/^string-has-limit\/add\//)]);
  });

  test('is waived in all places, and the report states how many the waiver covers', async () => {
    const before = await lintStage(check, names.slice(1).map(text));
    expect(waived(before, await lintStage(check, names.map(text)))).toEqual({
      state: 'used',
      counting: 0,
      notes: [expect.stringMatching(/its waiver covers 11 places, and similar places found later$/)],
    });
  });
});

describe('an error in many places', () => {
  const check = 'example-valid';

  test('keeps its id if the document is reordered', async () => {
    const ids = idsOf(await lintStage(check, names.map(wrong)));
    expect(ids).toEqual([expect.stringMatching(/^example-valid\/document\//)]);
    expect(idsOf(await lintStage(check, names.toReversed().map(wrong)))).toEqual(ids);
  });

  test('is waived only in its places', async () => {
    const before = await lintStage(check, names.map(wrong));
    expect(waived(before, before)).toMatchObject({
      ...{ state: 'used', counting: 0 },
      notes: [expect.stringMatching(/covers 11 places, and no others/)],
    });
    const more = await lintStage(check, [...names, 'p11'].map(wrong));
    expect(waived(before, more)).toMatchObject({ state: 'stale', counting: 1 });
  });
});

test('reports the id that the waiver names', async () => {
  const { findings } = await lintStage('string-has-limit', names.map(text));
  const report = reportWith([stageWith({ name: 'contract lint', findings })]);
  expect(report.stages[0]?.findings[0]?.id).toBe(findings[0]?.id);
});
