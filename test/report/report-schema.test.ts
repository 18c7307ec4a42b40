import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { reportFormats } from '../../contracts/render/write-reports.ts';
import { reportSchema as publishedText } from '../../contracts/report/read-report.ts';
import { REPORT_VERSION } from '../../contracts/report/report.ts';
import {
  isSchema,
  objectsIn,
  propertiesIn,
  propertiesSeen,
  reportSchema,
  schemaErrors,
  strictSchemaErrors,
} from './report-json-schema.ts';
import { evidence, findingWith, reportWith, stageWith } from './support.ts';
import { wholeReport } from './whole-report.ts';

/** Copies of a value, each without one property of one object in it. */
function* withoutOne(value: unknown, at = ''): Generator<{ readonly left: string; readonly value: unknown }> {
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value;
    for (const [index, item] of list.entries())
      for (const { left, value: changed } of withoutOne(item, `${at}[${index}]`))
        yield { left, value: list.with(index, changed) };
    return;
  }
  if (!isSchema(value)) return;
  for (const [key, part] of Object.entries(value)) {
    const { [key]: _left, ...rest } = value;
    yield { left: `${at}.${key}`, value: rest };
    for (const { left, value: changed } of withoutOne(part, `${at}.${key}`))
      yield { left, value: { ...value, [key]: changed } };
  }
}

test('a report with all fields is valid, and the schema names all of them', () => {
  expect(schemaErrors(wholeReport)).toEqual([]);
  expect(strictSchemaErrors(wholeReport)).toEqual([]);
});

test('the schema names no field that reports never have', () => {
  const { named, seen } = propertiesSeen(wholeReport);
  expect(named.size).toBeGreaterThan(150);
  expect(named.difference(seen)).toEqual(new Set());
});

test('a minimal report is valid', () => {
  expect(strictSchemaErrors(reportWith([]))).toEqual([]);
  expect(strictSchemaErrors(reportWith([stageWith({ findings: [findingWith({ evidence })] })]))).toEqual([]);
});

/** Those that a report may do without. */
const optional = new Set(
  `shard selectedInteractions coverage run engine consumer place uncheckedReason isPending requirement snippet responsePart
  otherPlace otherLineText similar evidence brokenPacts isRemainder duplicateOf waived steps column body mark response
   curlLimitations from timing unsupported operation scope budget omittedOperations withheldCases ended concurrency intermittent tags failOn
   severities pattern notBuilt repaired fewRequests ownRecords profile missingValues sample hooks hookFile changedByHook rerun`.split(
    /\s+/,
  ),
);

test('rejects a report without a required field', () => {
  const taken = [...withoutOne(wholeReport)].filter(({ value }) => schemaErrors(value).length === 0);
  const names = new Set(taken.map(({ left }) => left.split('.').at(-1) ?? ''));
  // The keys of `counts` are the names of variants.
  expect(names.difference(new Set(['satisfied', 'violated'])).difference(optional)).toEqual(new Set());
});

test.each([
  ['another version', { reportVersion: REPORT_VERSION + 1 }],
  ['an invalid time', { startedAt: 'yesterday' }],
  ['an invalid verdict', { verdict: { kind: 'passes', exitCode: 0, summary: 'passes' } }],
  ['an invalid hash', { contract: { ...wholeReport.contract, sha256: 'abc' } }],
  [
    'a line before the first',
    { stages: [stageWith({ findings: [findingWith({ place: { file: 'a', pointer: '', line: 0 } })] })] },
  ],
])('rejects %s', (_what, changes) => {
  expect(schemaErrors({ ...wholeReport, ...changes })).not.toEqual([]);
});

test('accepts fields that a later release adds', () => {
  const [stage, ...stages] = wholeReport.stages;
  expect(schemaErrors({ ...wholeReport, added: 1, stages: [{ ...stage, added: true }, ...stages] })).toEqual([]);
});

test('describes every field', () => {
  const wordless = objectsIn(reportSchema).flatMap(({ at, schema }) =>
    Object.entries(propertiesIn(schema))
      .filter(([key, part]) => {
        if (!isSchema(part)) return true;
        return !('description' in part) && !('$ref' in part) && key !== 'in';
      })
      .map(([key]) => `${at}/${key}`),
  );
  expect(wordless).toEqual([]);
});

test('has the current version, and is written with the reports', () => {
  expect(reportSchema['$id']).toBe(`urn:plant-store:report:${REPORT_VERSION}`);
  expect(JSON.parse(publishedText())).toEqual(reportSchema);
  expect(reportFormats).toContain('schema');
});

test('is part of the package', () => {
  const { exports: packageExports } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  expect(packageExports['./report.schema.json']).toBe('./dist/contracts/report/schema/report.schema.json');
  const build = readFileSync(new URL('../../.ci/build.ts', import.meta.url), 'utf8');
  expect(build).toContain("'contracts/report/schema'");
});
