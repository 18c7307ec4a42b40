/** The runner of Prism's own tests, on cases of our own in their form. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { causes, findCause } from '../evals/prism-harness/causes.ts';
import { readCases } from '../evals/prism-harness/harness-case.ts';
import { runCase } from '../evals/prism-harness/run-case.ts';
import { kitFolder, temporaryFolder } from '../pact/support.ts';

const document = `openapi: 3.0.3
info: { title: Notes, version: '1' }
paths:
  /notes:
    get:
      parameters: [{ name: limit, in: query, schema: { type: integer } }]
      responses: { 200: { description: All, content: { application/json: { example: { text: hello } } } } }
`;

function caseText(command: string, expected: string, text = document): string {
  return `====test====\nWhat it shows\n====spec====\n${text}====server====\nmock -p 4010 \${document}\n====command====\n${command}\n====expect====\n${expected}\n`;
}

function casesOf(texts: Readonly<Record<string, string>>) {
  const folder = temporaryFolder();
  mkdirSync(path.join(folder, 'notes'));
  for (const [name, text] of Object.entries(texts)) writeFileSync(path.join(folder, 'notes', `${name}.txt`), text);
  return readCases(folder);
}

test('reads documents, the arguments of curl and the expected response', () => {
  const command = `curl -i http://localhost:4010/notes\\?limit\\=1 -H "Accept: a\\"b" --data '{"a": 1}'`;
  const [read] = casesOf({
    one: caseText(command, 'HTTP/1.1 200 OK\nContent-Type: application/json; charset=utf-8\n\n{}'),
  });
  expect(read).toEqual({
    name: 'notes/one',
    document: document.trim(),
    server: `mock -p 4010 \${document}`,
    args: ['-i', 'http://localhost:4010/notes?limit=1', '-H', 'Accept: a"b', '--data', '{"a": 1}'],
    expected: { status: '200', type: 'application/json', body: '{}' },
  });
});

test('sends each request to a mock of its document, and compares the responses', async () => {
  const ok = 'HTTP/1.1 200 OK\ncontent-type: application/json\n\n';
  const command = 'curl -i http://127.0.0.1:4010/notes';
  const cases = casesOf({
    body: caseText(command, `${ok}{"text":"bye"}`),
    same: caseText(command, `${ok}{ "text" : "hello" }`),
    status: caseText(`${command}?limit=x`, 'HTTP/1.1 422 Unprocessable Entity'),
    type: caseText(command, 'HTTP/1.1 200 OK\ncontent-type: text/plain\n\nhello'),
    'broken-document': caseText(command, ok, 'openapi: 3.0.3\npaths: [\n'),
    'collection.pc': caseText(command, ok),
  });
  const results = [];
  for (const one of cases) results.push(await runCase(one, temporaryFolder()));
  expect(Object.fromEntries(results.map(({ name, outcome }) => [name, outcome]))).toEqual({
    'notes/body': 'body',
    'notes/same': 'same',
    'notes/status': 'status',
    'notes/type': 'media type',
    'notes/broken-document': 'rejected',
    'notes/collection.pc': 'not sent',
  });
  const titles = Object.fromEntries(results.map((result) => [result.name, findCause(result)?.title]));
  expect(titles).toMatchObject({
    'notes/body': undefined,
    'notes/status': 'an undeclared validation error is 400',
    'notes/broken-document': undefined,
    'notes/collection.pc': 'a collection of Postman',
  });
});

test('the page has only causes of the runner, and every missing feature a reason', () => {
  const page = readFileSync(path.join(kitFolder, 'docs/explanation/comparison-with-prism.md'), 'utf8');
  const [, harness = ''] = page.split('<!-- made by test/evals/prism-harness/run.ts -->');
  const titles = [...harness.matchAll(/^\| ([^|]+?) \| \d+ \|/gm)].map(([, title]) => title);
  expect(titles.length).toBeGreaterThan(10);
  expect(causes.map(({ title }) => title)).toEqual(expect.arrayContaining(titles));
  expect(causes.filter(({ reason }) => reason === '')).toEqual([]);
});
