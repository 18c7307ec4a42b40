import { describe, expect, test } from 'vitest';
import { checkCertificate } from '../../contracts/certificate/check-certificate.ts';
import { computeDigest } from '../../contracts/certificate/issue-certificate.ts';
import { isReport } from '../../contracts/report/read-report.ts';
import { isJsonObject, type JsonObject, parseJson } from '../../spec/json/exact-json.ts';
import { parseContract } from '../../spec/loading/load-contract.ts';
import { plantStoreContract } from '../conformance/support.ts';
import { waiverWith } from '../waivers/support.ts';
import { singleChanges } from './single-changes.ts';
import { asReportFile, certifiableReport, issueAsJson, waivedId } from './support.ts';

const source = certifiableReport();
const today = source.finishedAt.slice(0, 10);
const report = asReportFile(source);
const certificate = issueAsJson(source);

function check(given: JsonObject, changes: Partial<Parameters<typeof checkCertificate>[0]> = {}) {
  return checkCertificate({ certificate: given, report, contract: undefined, today, ...changes });
}

const withDigest = (given: JsonObject): JsonObject => ({ ...given, digest: computeDigest(given) });

test('an issued certificate matches its report', () => {
  expect(check(certificate)).toEqual([]);
});

test('matches with a different key order and other white space', () => {
  const reversed = Object.fromEntries(Object.entries(certificate).toReversed());
  expect(check(reversed)).toEqual([]);
});

describe('detects a change of any field', () => {
  const changes = [...singleChanges(certificate)].flatMap(([at, changed]) =>
    isJsonObject(changed) ? [{ at, changed }] : [],
  );

  test('there are many', () => {
    expect(changes.length).toBeGreaterThan(100);
  });

  test('without a new digest', () => {
    const held = changes.filter(({ changed }) => check(changed).length === 0);
    expect(held.map(({ at }) => at)).toEqual([]);
  });

  test('with a new, valid digest', () => {
    const held = changes.filter(({ at, changed }) => at !== '.digest' && check(withDigest(changed)).length === 0);
    expect(held.map(({ at }) => at)).toEqual(['.digest: missing']);
  });
});

test('detects a change of any byte of the report', () => {
  const parsed = parseJson(JSON.stringify(source));
  const edits = parsed.ok ? [...singleChanges(parsed.value)] : [];
  const readable = edits.filter(([, changed]) => isReport(changed));
  const held = readable.filter(
    ([, changed]) => isJsonObject(changed) && check(certificate, { report: asReportFile(changed) }).length === 0,
  );
  expect(readable.length).toBeGreaterThan(200);
  expect(held.map(([at]) => at)).toEqual([]);
});

test('reports the field, its value, and the value in the report', () => {
  expect(check(withDigest({ ...certificate, seed: 8 }))).toEqual([
    { field: 'seed', certificate: '8', expected: '7', source: 'the report' },
  ]);
});

test('reports a digest that does not match the content', () => {
  expect(check({ ...certificate, digest: 'a' })).toMatchObject([
    { field: 'digest', certificate: '"a"', source: 'its content' },
  ]);
});

test('reports why a report gets no certificate', () => {
  const differences = check(certificate, {
    report: asReportFile(certifiableReport({ selectedCategories: ['text-values'] })),
  });
  expect(differences).toMatchObject([
    { field: 'certificate', expected: 'only these test categories were run: text-values', source: 'the report' },
  ]);
});

test('expires with its first waiver', () => {
  const soon = certifiableReport({}, { waivers: [waiverWith({ id: waivedId, expires: '2999-01-31' })] });
  const on = (day: string) => check(issueAsJson(soon), { report: asReportFile(soon), today: day });
  expect(on('2999-01-31')).toEqual([]);
  expect(on('2999-02-01')).toEqual([
    { field: 'waivers[0].expires', certificate: '2999-01-31', expected: '2999-02-01', source: 'the calendar' },
  ]);
});

test('rejects an end time in the future', () => {
  const { finishedAt } = source;
  const day = finishedAt.slice(0, 10);
  const before = new Date(Date.parse(day) - 1).toISOString().slice(0, 10);
  expect(check(certificate, { today: day })).toEqual([]);
  expect(check(certificate, { today: before })).toEqual([
    { field: 'finishedAt', certificate: finishedAt, expected: before, source: 'the calendar' },
  ]);
});

test('ignores texts and zoo figures of another kit version, and compares the rest', () => {
  const old = asReportFile({ ...source, kit: { name: 'plant-store', version: '0.0.9' } });
  const kit = { name: 'plant-store', version: '0.0.9', zoo: { faulty: 1 } };
  const given = { ...certificate, kit, statement: 'It keeps it.', report: { sha256: old.sha256 } };
  expect(check(withDigest(given), { report: old })).toEqual([]);
  expect(check(withDigest({ ...given, seed: 8 }), { report: old })).toMatchObject([{ field: 'seed' }]);
  expect(check(withDigest({ ...given, kit: { ...kit, version: '0.0.8' } }), { report: old })).toMatchObject([
    { field: 'kit.version' },
  ]);
});

test('compares the content of the document, wherever it is stored', async () => {
  const [text = ''] = plantStoreContract.sources.values();
  const elsewhere = await parseContract('file:///elsewhere/openapi.yaml', text);
  const other = await parseContract('file:///elsewhere/openapi.yaml', `${text}\n`);
  expect(check(certificate, { contract: elsewhere })).toEqual([]);
  expect(check(certificate, { contract: other }).map(({ field }) => field)).toEqual([
    'contract.sha256',
    'contract.files[0]',
  ]);
});
