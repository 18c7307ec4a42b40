import { describe, expect, test } from 'vitest';
import type { Finding } from '../../../contracts/finding/finding.ts';
import { findingText, reproductionText } from '../../../contracts/render/text/finding-text.ts';
import { columnCount, styleFor } from '../../../contracts/render/text/terminal.ts';
import { evidence, findingWith, goldenFile, plain } from '../../report/support.ts';

const { response, request } = evidence;
const json = [['content-type', 'application/json']] as const;

const pots = [{ label: 'fern '.repeat(40), size: 5 }, { size: '7' }, { label: 'x'.repeat(200), size: 5 }];
const deep = JSON.stringify({ name: 'Boston fern', pots });

const sixHeaders = Array.from({ length: 6 }, (_one, index) => [`X-${index}`, 'on'] as const);

const seven = { start: deep.indexOf('"7"'), end: deep.indexOf('"7"') + 3 };

const reported: Readonly<Record<string, Finding>> = {
  'error-with-exchange': findingWith({ evidence }),
  'error-without-response': findingWith({
    check: 'response-arrives',
    title: 'No response arrives',
    received: 'no whole answer within 10000 ms',
    responsePart: undefined,
    evidence: { ...evidence, response: undefined, reproduction: { reproduced: 2, attempts: 3, isUnreachable: false } },
  }),
  'warning-at-two-locations': findingWith({
    check: 'pact-compatible',
    severity: 'warning',
    subject: 'a request to create a plant',
    otherPlace: { file: 'pacts/shop.json', line: 12, pointer: '/interactions/0' },
  }),
  'folded-and-not-reproduced': findingWith({
    similarCount: 7,
    evidence: { ...evidence, reproduction: { reproduced: 1, attempts: 3, isUnreachable: false } },
  }),
  'long-bodies': findingWith({
    received: 'status 500',
    evidence: {
      ...evidence,
      request: { ...request, body: JSON.stringify({ name: 'fern '.repeat(400) }) },
      response: { status: 500, headers: json, body: 'x'.repeat(5_000) },
      curl: `curl --data-binary '${'fern '.repeat(400)}'`,
    },
  }),
  'all-that-there-is': findingWith({
    requirement: 'Error requires "error" and "message"',
    place: { file: 'spec/plant-store.yaml', line: 96, pointer: '/components/schemas/Error/required' },
    snippet: {
      lines: [
        { line: 96, text: 'required:' },
        { line: 98, text: '  - message' },
      ],
      mark: { start: 4, end: 11 },
    },
    expected: 'body.message: a value (the property is required)',
    received: 'nothing',
    responsePart: { in: 'body', path: ['message'] },
    similarCount: 12,
    similar: ['createPlant/wrong-types/body.id/null', 'createPlant/wrong-types/body.name/zero', 'a/b/c'],
    evidence: {
      ...evidence,
      request: { ...request, headers: [...json, ['authorization', 'Basic $PLANT_STORE_TOKEN']] },
      response: { status: 400, headers: json, body: '{"error":400}', mark: { start: 12, end: 13 } },
      curlLimitations: 'only this request; replay sends the whole case',
    },
  }),
  'wrong-in-the-middle': findingWith({
    expected: 'body.pots[1].size: integer',
    received: 'string "7"',
    responsePart: { in: 'body', path: ['pots', 1, 'size'] },
    evidence: {
      ...evidence,
      mutation: `body.pots[1].size is wrong. ${'This is told at length. '.repeat(6)}`,
      request: { ...request, body: deep, mark: seven },
      response: { status: 200, headers: json, body: deep, mark: seven },
    },
  }),
  'not-json-from-a-place-on': findingWith({
    expected: 'JSON in UTF-8',
    received: 'Unexpected token at position 23',
    responsePart: { in: 'body', offset: 23 },
    evidence: {
      ...evidence,
      response: {
        status: 200,
        headers: json,
        body: '{"name":"Boston fern"}\n<br>',
        mark: { start: 23, end: 24 },
      },
    },
  }),
  'not-json-at-all': findingWith({
    expected: 'JSON in UTF-8',
    received: "Unexpected token 'B'",
    responsePart: { in: 'body', offset: 8 },
    evidence: {
      ...evidence,
      response: { status: 200, headers: json, body: '{"name":Boston fern}', mark: { start: 8, end: 9 } },
    },
  }),
  'wrong-media-type': findingWith({
    expected: 'application/json',
    received: 'Content-Type "text/html"',
    responsePart: { in: 'header', name: 'Content-Type' },
    evidence: { ...evidence, response: { status: 200, headers: [['Content-Type', 'text/html']], body: '<p>' } },
  }),
  'a-text-that-comes-back-changed': findingWith({
    expected: 'body.name: string "🌵 Boston fern", as sent',
    received: 'string "🌵 boston fern"; the first difference is at character 2: ..."boston"...',
    responsePart: { in: 'body', path: ['name'], from: 2 },
    evidence: {
      ...evidence,
      response: {
        status: 200,
        headers: json,
        body: '{"name":"🌵 boston fern"}',
        mark: { start: 12, end: 23 },
      },
    },
  }),
  'a-response-header': findingWith({
    expected: 'X-Left: integer',
    received: 'string "three"',
    responsePart: { in: 'header', name: 'X-Left' },
    evidence: {
      ...evidence,
      response: { status: 200, headers: [...json, ['x-left', 'three'], ['date', 'today']], body: '{}' },
    },
  }),
  'many-requests': findingWith({
    received: 'status 404',
    evidence: {
      ...evidence,
      mutation: 'a plant is created; then it is read',
      steps: [
        `1. a plant is created (POST /plants ${JSON.stringify({ name: 'fern '.repeat(20) })} -> 201 {"id":7})`,
        '... 12 more requests ...',
        '14. it is read (GET /plants/7)',
      ],
      request: {
        method: 'GET',
        url: 'http://127.0.0.1:4010/plants/7',
        headers: [['Accept', '*/*'], ['Authorization', 'Bearer $PLANT_STORE_TOKEN'], ...sixHeaders],
        body: undefined,
      },
      response: { status: 404, headers: json, body: '{}' },
    },
  }),
  'a-whole-body': findingWith({
    received: 'a list without it',
    responsePart: { in: 'body', path: [] },
    evidence: {
      ...evidence,
      response: { status: 200, headers: json, body: deep, mark: { start: 0, end: deep.length } },
    },
  }),
  'no-bodies': findingWith({
    received: 'status 204',
    evidence: {
      ...evidence,
      request: { ...request, body: undefined },
      response: { status: 204, headers: [], body: '' },
    },
  }),
  'an-empty-body-sent': findingWith({
    received: 'status 500',
    evidence: { ...evidence, request: { ...request, body: '' }, response: undefined },
  }),
  'several-lines': findingWith({
    received: 'a difference\nof two lines',
    responsePart: undefined,
    why: `It is told at length. ${'This line is longer than a terminal is wide. '.repeat(4)}`,
    evidence: { ...evidence, response: { status: 200, headers: json, body: '{\r\n\t"name": "fern"\n}\n' } },
  }),
};

test.each(Object.entries(reported))('prints a finding: %s', async (name, finding) => {
  await expect(`${findingText(finding, plain)}\n`).toMatchFileSnapshot(goldenFile(name));
});

test.each([
  [{ reproduced: 1, attempts: 1, isUnreachable: false }, '1 (not repeated)'],
  [{ reproduced: 3, attempts: 3, isUnreachable: false }, 'reproduced 3/3'],
  [{ reproduced: 2, attempts: 3, isUnreachable: false }, 'flaky: reproduced 2/3'],
  [{ reproduced: 1, attempts: 3, isUnreachable: false }, 'not reproduced: 1/3'],
  [
    { reproduced: 1, attempts: 1, isUnreachable: true },
    '1 (not repeated): the implementation was unreachable afterwards; a concurrent request may be the cause',
  ],
])('prints %j as: %s', (confirmation, words) => {
  expect(reproductionText(confirmation)).toBe(words);
});

describe('terminal control characters are escaped', () => {
  /** A colour, a window title, a line drawn over, an 8-bit control sequence, text turned around, what cannot be seen. */
  const hostile = 'a\u001b[31mb\u001b]0;title\u0007c\rd\u009b2Je\u202ef\u2066g\u200bh\u0000i\u007fj\ufeffk\u2028l';
  const raw = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/;

  test.each<readonly [string, Finding]>([
    [
      'the body of a response',
      findingWith({ evidence: { ...evidence, response: { status: 200, headers: [], body: hostile } } }),
    ],
    [
      'the media type of a response',
      findingWith({
        evidence: { ...evidence, response: { status: 200, headers: [['Content-Type', hostile]], body: '' } },
      }),
    ],
    ['the body of a request', findingWith({ evidence: { ...evidence, request: { ...request, body: hostile } } })],
    ['the URL', findingWith({ evidence: { ...evidence, request: { ...request, url: hostile } } })],
    ['the mutation', findingWith({ evidence: { ...evidence, mutation: hostile } })],
    ['the received value', findingWith({ received: hostile })],
    ['the expected value', findingWith({ expected: hostile })],
    ['the subject, which a pact may name', findingWith({ subject: hostile })],
    ['the line of the document', findingWith({ lineText: hostile })],
    ['the place in the document', findingWith({ place: { file: hostile, line: 1, pointer: hostile } })],
    ['the place in a pact', findingWith({ otherPlace: { file: hostile, line: 1, pointer: '' } })],
    ['the curl line', findingWith({ evidence: { ...evidence, curl: hostile } })],
    ['the rule', findingWith({ requirement: hostile })],
    ['the quoted lines', findingWith({ snippet: { lines: [{ line: 1, text: hostile }], mark: { start: 0, end: 9 } } })],
    ['the ids of more', findingWith({ similarCount: 1, similar: [hostile] })],
    ['a header', findingWith({ evidence: { ...evidence, request: { ...request, headers: [['X', hostile]] } } })],
    ['the replay line', findingWith({ evidence: { ...evidence, replay: hostile } })],
  ])('%s', (_where, finding) => {
    expect(findingText(finding, plain)).not.toMatch(raw);
  });

  test('stays readable', () => {
    const body = 'a\u001b[31mb';
    const text = findingText(
      findingWith({ evidence: { ...evidence, response: { status: 200, headers: [], body } } }),
      plain,
    );
    expect(text).toContain('a\\u001b[31mb');
  });
});

describe('commands of CI servers are escaped', () => {
  const commands = [
    '::error::owned',
    '  ::add-mask::a',
    '##[error]owned',
    'a ##vso[task.complete]b',
    `${'word '.repeat(19)}::stop-commands::x`,
  ];
  /** As GitHub's runner reads a line, in both of its forms, and as Azure's and TeamCity's servers do. */
  const command = /^\s*::|##\w*\[/m;

  test.each(commands)('%j', (hostile) => {
    const received = { status: 200, headers: [['Content-Type', hostile]], body: hostile } as const;
    const request = { ...evidence.request, url: hostile, body: hostile, headers: [['X', hostile]] } as const;
    const finding = findingWith({
      ...{
        subject: hostile,
        received: hostile,
        expected: `${hostile}\n${hostile}`,
        lineText: hostile,
        requirement: hostile,
      },
      evidence: {
        ...evidence,
        mutation: hostile,
        steps: [hostile, hostile],
        response: received,
        request,
        curl: `a\n${hostile}`,
      },
    });
    expect(findingText(finding, plain)).not.toMatch(command);
    expect(findingText(finding, plain)).toMatch(/\\u003a:|\\u0023#/);
  });
});

test('a curl line keeps its line breaks, which belong to the body', () => {
  const curl = "curl --data-binary ' \n '";
  expect(findingText(findingWith({ evidence: { ...evidence, curl } }), plain)).toContain(curl);
});

test('colors errors red and warnings yellow on a terminal, and resets the color', () => {
  const style = styleFor({ isTTY: true });
  const error = findingText(findingWith({ evidence }), style);
  expect(error).toContain('\u001b[31merror[invalid-rejected]\u001b[39m');
  expect(findingText(findingWith({ severity: 'warning' }), style)).toContain(
    '\u001b[33mwarning[invalid-rejected]\u001b[39m',
  );
  for (const line of error.split('\n'))
    expect(count(line, /\u001b\[(1|2|31|33)m/g)).toBe(count(line, /\u001b\[(22|39)m/g));
});

test.each(Object.entries(reported))('fits on a screen, except for the curl line: %s', (_name, finding) => {
  const lines = findingText(finding, plain).split('\n');
  expect(lines.length).toBeLessThanOrEqual(30);
  for (const line of lines.filter((one) => !/^ {2}(curl|replay) /.test(one)))
    expect(columnCount(line)).toBeLessThanOrEqual(110);
});

test('shows the response if there is one', () => {
  expect(findingText(findingWith({ evidence }), plain)).toContain(`response  ${response?.status}  application/json`);
});

function count(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].length;
}

test('an interaction that breaks in several places by one cause is named once, with each message', () => {
  const broken = {
    consumer: 'shop',
    interaction: 'list',
    place: { file: 'pacts/shop.json', line: 5, pointer: '/interactions/0' },
  };
  const breaks = [
    { ...broken, messages: ['body $.items[0]: no id'] },
    { ...broken, messages: ['body $.items[1]: no id'] },
    { ...broken, messages: ['body $.items[1]: no id'] },
    { ...broken, consumer: 'web', messages: [] },
  ];
  const lines = findingText(findingWith({ brokenPacts: breaks }), plain).split('\n');
  const first = lines.findIndex((line) => line.includes('shop: list'));
  expect(lines.slice(first, first + 4).map((line) => line.trim())).toEqual([
    'consumer  shop: list (pacts/shop.json:5)',
    'body $.items[0]: no id',
    'body $.items[1]: no id',
    'consumer  web: list (pacts/shop.json:5)',
  ]);
});
