/** The archive of failing exchanges, held against the schema that is in use for HAR. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import type { Evidence } from '../../contracts/finding/finding.ts';
import { createHar } from '../../contracts/render/har.ts';
import { evidence, findingWith, reportWith, stageWith } from '../report/support.ts';

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
      findingWith({ evidence: { ...evidence, response: undefined }, fingerprint: 'b', received: 'no response' }),
      findingWith({ evidence, fingerprint: 'c', duplicateOf: 'a' }),
      findingWith({ fingerprint: 'd' }),
    ],
  }),
]);

test('is valid HAR 1.2, with and without exchanges', () => {
  for (const one of [report, reportWith([stageWith()])]) {
    validate(JSON.parse(createHar(one)));
    expect(validate.errors ?? []).toEqual([]);
  }
  expect(validate({ log: { version: '1.2' } })).toBe(false);
});

test('has one entry for each finding with an exchange, without duplicates', () => {
  expect(entriesOf(createHar(report)).map(({ comment }: { comment: string }) => comment)).toEqual(
    (report.stages[0]?.findings ?? [])
      .slice(0, 2)
      .map(({ id }) => `error ${id}: body.id is its value as a string: "1042"`),
  );
});

test('omits waived findings', () => {
  const stages = report.stages.map((stage) => ({
    ...stage,
    findings: stage.findings.map((one) => ({ ...one, waived: { reason: 'known', expires: '2099-01-01' } })),
  }));
  expect(entriesOf(createHar({ ...report, stages }))).toEqual([]);
});

test('has the request, the response and the time', () => {
  expect(entriesOf(createHar(report))[0]).toMatchObject({
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

test('records a missing response like browsers', () => {
  expect(entriesOf(createHar(report))[1].response).toMatchObject({ status: 0, _error: 'no response' });
});

test('splits the query', () => {
  const request = { ...evidence.request, url: 'http://127.0.0.1/p?a=1&a=b%20c' };
  const finding = findingWith({ evidence: { ...evidence, request } });
  expect(entriesOf(createHar(reportWith([stageWith({ findings: [finding] })])))[0].request.queryString).toEqual([
    { name: 'a', value: '1' },
    { name: 'a', value: 'b c' },
  ]);
});

test('lists cookies, and gives no size for truncated bodies', () => {
  const seen: Evidence = {
    ...evidence,
    request: { ...evidence.request, headers: [['Cookie', 'sid=$PLANT_STORE_TOKEN; till=3']] },
    response: {
      status: 200,
      headers: [
        ['Set-Cookie', 'sid=***; Path=/; HttpOnly'],
        ['set-cookie', 'odd'],
      ],
      body: `${'x'.repeat(2_000)}... (5000 characters)`,
    },
  };
  const text = createHar(reportWith([stageWith({ findings: [findingWith({ evidence: seen })] })]));
  const [{ request, response }] = entriesOf(text);
  expect(request.cookies).toEqual([
    { name: 'sid', value: '$PLANT_STORE_TOKEN' },
    { name: 'till', value: '3' },
  ]);
  expect(response.cookies).toEqual([
    { name: 'sid', value: '***' },
    { name: 'odd', value: '' },
  ]);
  expect([response.bodySize, response.content.size]).toEqual([-1, -1]);
  expect(validate(JSON.parse(text))).toBe(true);
});

test('has the first thousand of thousands of exchanges, errors first, and the number of others', () => {
  const warnings = findingWith({ evidence, severity: 'warning', fingerprint: 'warning' });
  const errors = Array.from({ length: 1_200 }, (_one, index) => findingWith({ evidence, fingerprint: `${index}` }));
  const { log } = JSON.parse(createHar(reportWith([stageWith({ findings: [warnings, ...errors] })])));
  expect(log.entries).toHaveLength(1_000);
  expect(log.entries[0].comment).toMatch(/^error /);
  expect(log.comment).toContain('201 more exchanges are in the JSON report');
});
