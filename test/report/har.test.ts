/** The archive of failing exchanges, held against the schema that is in use for HAR. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { harLog } from '../../contracts/report/har.ts';
import { evidence, findingWith, reportWith, stageWith } from './support.ts';

const require = createRequire(import.meta.url);
const validate = harValidator();

function harValidator() {
  const folder = path.join(path.dirname(require.resolve('har-schema/package.json')), 'lib');
  const ajv = new Ajv({ strict: false });
  addFormats.default(ajv);
  ajv.addMetaSchema(require('ajv/lib/refs/json-schema-draft-06.json'));
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.json')))
    ajv.addSchema(JSON.parse(readFileSync(path.join(folder, name), 'utf8')));
  return ajv.compile({ $ref: 'har.json#' });
}

function entriesOf(text: string) {
  const { log } = JSON.parse(text);
  return log.entries;
}

const timing = { sentAt: '2026-11-22T03:13:16.311Z', ms: 6 };
const report = reportWith([
  stageWith({
    findings: [
      findingWith({ evidence: { ...evidence, timing }, fingerprint: 'a' }),
      findingWith({ evidence: { ...evidence, answer: undefined }, fingerprint: 'b', received: 'no answer' }),
      findingWith({ evidence, fingerprint: 'c', sameAs: 'a' }),
      findingWith({ fingerprint: 'd' }),
    ],
  }),
]);

test('is valid HAR 1.2, with and without exchanges', () => {
  for (const one of [report, reportWith([stageWith()])]) {
    validate(JSON.parse(harLog(one)));
    expect(validate.errors ?? []).toEqual([]);
  }
  expect(validate({ log: { version: '1.2' } })).toBe(false);
});

test('has one entry for each finding that shows an exchange and is not told elsewhere', () => {
  expect(entriesOf(harLog(report)).map(({ comment }: { comment: string }) => comment)).toEqual(
    (report.stages[0]?.findings ?? [])
      .slice(0, 2)
      .map(({ id }) => `fault ${id}: body.id is its value as text: "1042"`),
  );
});

test('leaves out what is waived', () => {
  const stages = report.stages.map((stage) => ({
    ...stage,
    findings: stage.findings.map((one) => ({ ...one, waived: { reason: 'known', expires: '2099-01-01' } })),
  }));
  expect(entriesOf(harLog({ ...report, stages }))).toEqual([]);
});

test('tells the request, the answer and when it was', () => {
  expect(entriesOf(harLog(report))[0]).toMatchObject({
    startedDateTime: timing.sentAt,
    time: 6,
    request: {
      method: 'POST',
      url: 'http://127.0.0.1:4010/plants',
      postData: { mimeType: 'application/json', text: '{"name":"Boston fern","id":"1042"}' },
      bodySize: 34,
    },
    response: { status: 200, statusText: 'OK', content: { text: '{"name":"Boston fern"}', size: 22 } },
  });
});

test('tells what had no answer as browsers do', () => {
  expect(entriesOf(harLog(report))[1].response).toMatchObject({ status: 0, _error: 'no answer' });
});

test('splits the query', () => {
  const request = { ...evidence.request, url: 'http://127.0.0.1/p?a=1&a=b%20c' };
  const finding = findingWith({ evidence: { ...evidence, request } });
  expect(entriesOf(harLog(reportWith([stageWith({ findings: [finding] })])))[0].request.queryString).toEqual([
    { name: 'a', value: '1' },
    { name: 'a', value: 'b c' },
  ]);
});
