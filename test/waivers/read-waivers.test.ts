import { describe, expect, test } from 'vitest';
import { findingId } from '../../contracts/finding/finding.ts';
import { readWaivers } from '../../contracts/waivers/read-waivers.ts';
import { fileOf, kitErrorOf } from '../pact/support.ts';
import { findingWith } from '../report/support.ts';

const checks = new Set(['invalid-rejected', 'status-declared']);
const ID = 'invalid-rejected/createPlant/9f7c6a2d0b11';

function read(text: string, name = 'waivers.yaml') {
  return readWaivers(fileOf(text, name), checks);
}

describe('a waivers file', () => {
  test('returns each waiver with its place', async () => {
    const file = fileOf(
      [
        'waivers:',
        '  # ticket 12',
        `  - id: ${ID}`,
        '    reason: fixed with the next release',
        '    expires: 2027-01-31',
        '  - { id: status-declared/GET-plants/pact-0123456789ab, reason: "a gateway answers", expires: "2026-12-01" }',
      ].join('\n'),
      'waivers.yaml',
    );
    expect(await readWaivers(file, checks)).toEqual([
      {
        id: ID,
        reason: 'fixed with the next release',
        expires: '2027-01-31',
        place: { file, pointer: '/waivers/0', line: 3 },
        lineText: `- id: ${ID}`,
      },
      {
        id: 'status-declared/GET-plants/pact-0123456789ab',
        reason: 'a gateway answers',
        expires: '2026-12-01',
        place: { file, pointer: '/waivers/1', line: 6 },
        lineText:
          '- { id: status-declared/GET-plants/pact-0123456789ab, reason: "a gateway answers", expires: "2026-12-01" }',
      },
    ]);
  });

  test('can be JSON', async () => {
    const waivers = [{ id: ID, reason: 'known', expires: '2027-01-31' }];
    expect(await read(JSON.stringify({ waivers }), 'waivers.json')).toMatchObject(waivers);
  });

  test.each(['', 'pflanze anlegen', 'GET /plants/{id}', '日本'])(
    'accepts the id of a finding with any subject: "%s"',
    async (subject) => {
      const id = findingId(findingWith({ subject }));
      const text = JSON.stringify({ waivers: [{ id, reason: 'known', expires: '2027-01-31' }] });
      expect(await read(text)).toMatchObject([{ id }]);
    },
  );

  test('can be empty', async () => {
    expect(await read('waivers: []')).toEqual([]);
  });

  test('accepts the last day of February of a leap year', async () => {
    const [waiver] = await read(`waivers: [{ id: ${ID}, reason: known, expires: 2028-02-29 }]`);
    expect(waiver?.expires).toBe('2028-02-29');
  });
});

const entry = (changes: string) => `waivers:\n  - ${changes}`;

test.each([
  ['is empty', '', 1, 'contains no list "waivers"'],
  ['is a list', '- a', 1, 'contains no list "waivers"'],
  ['has another key', 'waivers: []\nwaiver: []', 2, 'unknown key "waiver"; expected only "waivers"'],
  ['has no list', 'waivers:\n  id: a', 1, '"waivers" is not a list'],
  ['has a string as a waiver', 'waivers:\n  - a', 2, 'a waiver has id, reason and expires'],
  ['has no id', entry('{ reason: a, expires: 2027-01-31 }'), 2, '"id" is missing'],
  ['has no reason', entry(`{ id: ${ID}, expires: 2027-01-31 }`), 2, '"reason" is missing'],
  ['has no expiry date', entry(`{ id: ${ID}, reason: a }`), 2, '"expires" is missing'],
  ['has an empty reason', entry(`{ id: ${ID}, reason: "  ", expires: 2027-01-31 }`), 2, '"reason" is empty'],
  ['has a number as reason', entry(`{ id: ${ID}, reason: 1, expires: 2027-01-31 }`), 2, '"reason" is not a string'],
  [
    'misspells a key',
    entry(`{ id: ${ID}, reason: a, expire: 2027-01-31 }`),
    2,
    'unknown key "expire"; expected id, reason',
  ],
  ['has text as expiry date', entry(`{ id: ${ID}, reason: a, expires: never }`), 2, 'received "never"'],
  [
    'has a date that does not exist',
    entry(`{ id: ${ID}, reason: a, expires: 2026-02-30 }`),
    2,
    'received "2026-02-30"',
  ],
  [
    'has a time as expiry date',
    entry(`{ id: ${ID}, reason: a, expires: 2026-02-03T04:05:06Z }`),
    2,
    'received "2026-02-03T',
  ],
  [
    'has a pattern as id',
    entry('{ id: invalid-rejected/createPlant/*, reason: a, expires: 2027-01-31 }'),
    2,
    'complete id',
  ],
  ['has only a check as id', entry('{ id: invalid-rejected, reason: a, expires: 2027-01-31 }'), 2, 'complete id'],
  [
    'names an unknown check',
    entry('{ id: invalid-rejectd/a/0123456789ab, reason: a, expires: 2027-01-31 }'),
    2,
    '"invalid-rejectd"',
  ],
  [
    'waives one finding twice',
    `waivers:\n  - { id: ${ID}, reason: a, expires: 2027-01-31 }\n  - { id: ${ID}, reason: b, expires: 2028-01-31 }`,
    3,
    'is already waived on line 2',
  ],
])('rejects a file that %s, with its line', async (_name, text, line, words) => {
  const error = await kitErrorOf(read(text));
  expect(error.code).toBe('waivers-invalid');
  expect(error.detail).toContain(words);
  expect(error.where).toMatch(new RegExp(`waivers\\.yaml:${line}$`));
});

test('reports all errors of a file in one error, with their lines', async () => {
  const error = await kitErrorOf(
    read(
      [
        'waiver: []',
        'waivers:',
        '  - { id: invalid-rejected, reason: " ", expires: 2027-01-31 }',
        '  - known',
        `  - { id: ${ID}, reason: a, expires: never, expire: 2027-01-31 }`,
        `  - { id: ${ID}, reason: a, expires: 2027-01-31 }`,
      ].join('\n'),
    ),
  );
  expect([error.code, error.where]).toEqual(['waivers-invalid', expect.stringMatching(/waivers\.yaml:1$/)]);
  expect(error.detail.replaceAll(/[^\s(]+waivers\.yaml:/g, 'line ').split('\nalso ')).toEqual([
    'unknown key "waiver"; expected only "waivers"',
    'id: received "invalid-rejected"; expected the complete id of one finding, as in the report (line 3)',
    '"reason" is empty; a waiver has id, reason and expires (line 3)',
    'a waiver has id, reason and expires (line 4)',
    'unknown key "expire"; expected id, reason, expires (line 5)',
    'expires: received "never"; expected a date such as 2027-01-31 (line 5)',
    `${ID} is already waived on line 5 (line 6)`,
  ]);
});

test.each([
  ['a duplicate key', `waivers:\n  - id: ${ID}\n    id: ${ID}`, 3],
  ['invalid YAML', 'waivers: [', 1],
])('rejects %s, with its line', async (_name, text, line) => {
  const error = await kitErrorOf(read(text));
  expect([error.code, error.where]).toEqual(['spec-syntax', expect.stringMatching(new RegExp(`:${line}$`))]);
});

test.each([
  ['does not exist', '/nowhere/waivers.yaml', 'no such file'],
  ['is a URL', 'https://plants.example.com/waivers.yaml', 'expected a file, not a URL'],
])('rejects a file that %s, with its name', async (_name, file, reason) => {
  const error = await kitErrorOf(readWaivers(file, checks));
  expect([error.code, error.detail]).toEqual(['waivers-unreadable', `${file}: ${reason}`]);
});

describe('a waiver for a check and operations', () => {
  const entry = (fields: object) =>
    JSON.stringify({ waivers: [{ reason: 'known', expires: '2027-01-31', ...fields }] });

  test('is read with its pattern', async () => {
    expect(await read(entry({ check: 'invalid-rejected', operations: 'GET /plants*' }))).toMatchObject([
      { id: 'invalid-rejected × GET /plants*', pattern: { check: 'invalid-rejected', operations: 'GET /plants*' } },
    ]);
    expect(await read(entry({ check: '*', operations: 'legacy' }))).toMatchObject([{ id: '* × legacy' }]);
  });

  test.each([
    [{ check: 'invalid-rejected' }, '"operations" is missing; a waiver has check, operations, reason and expires'],
    [{ operations: '*' }, '"check" is missing; a waiver has check, operations, reason and expires'],
    [
      { check: 'invalid-rejectet', operations: '*' },
      'check: received "invalid-rejectet", which does not exist or cannot be waived (did you mean invalid-rejected?)',
    ],
    [{ check: '*', operations: '*', id: ID }, 'unknown key "id"; expected check, operations, reason, expires'],
  ])('%j is rejected', async (fields, message) => {
    const error = await kitErrorOf(read(entry(fields)));
    expect(error.detail).toContain(message);
  });

  test('cannot be given twice', async () => {
    const one = { check: '*', operations: '*', reason: 'known', expires: '2027-01-31' };
    const error = await kitErrorOf(read(JSON.stringify({ waivers: [one, one] })));
    expect(error.detail).toContain('* × * is already waived on line 1');
  });
});
