import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { runComparator } from '../../../contracts/pact/compare/comparator.ts';
import { type CompareFinding, toFindings } from '../../../contracts/pact/compare/findings.ts';
import { readPact } from '../../../contracts/pact/file/pact-file.ts';
import type { Json } from '../../../spec/json/exact-json.ts';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import { changedPact as changed, committedPact, contract, fileOf, kitErrorOf } from '../support.ts';
import { compareFile, fixtures } from './support.ts';

/** A pact of five interactions, independent of changes in the kit's own consumer. */
const plantStorePact = path.join(fixtures, 'plant-store.json');
const changedPact = (changes: Parameters<typeof changed>[0]) => changed(changes, plantStorePact);

const body = (part: 'request' | 'response', index: number, ...rest: string[]) => [
  'interactions',
  index,
  part,
  'body',
  'content',
  ...rest,
];

test('a pact of every declared response is compatible; only the 401 is unspecified', async () => {
  const { ok, interactions, findings } = await compareFile({ pactFile: plantStorePact, contract });
  expect({ ok, interactions }).toEqual({ ok: true, interactions: 5 });
  expect(findings).toMatchObject([
    {
      severity: 'unspecified',
      code: 'response.status.unknown',
      message: 'status: received 401; the contract says 200, 400, but not how credentials are rejected',
      interaction: { description: 'a request to create a plant without a token' },
    },
  ]);
});

test('the committed pact has no errors or warnings', async () => {
  const { ok, findings } = await compareFile({ pactFile: committedPact, contract });
  expect({ ok, told: findings.filter(({ severity }) => severity !== 'unspecified') }).toEqual({
    ok: true,
    told: [],
  });
});

describe('finds', () => {
  const cases: readonly (readonly [string, readonly (string | number)[], Json | undefined, Partial<CompareFinding>])[] =
    [
      [
        'a required property missing in a request, declared in allOf',
        body('request', 0, 'name'),
        undefined,
        {
          code: 'request.body.incompatible',
          message: 'body.name: received nothing; the contract says a value (the property is required)',
        },
      ],
      [
        'a wrong type in a request',
        body('request', 0, 'tag'),
        5,
        {
          code: 'request.body.incompatible',
          message: 'body.tag: received integer 5; the contract says string',
        },
      ],
      [
        'an id beyond int64 in a request that expects success',
        body('request', 0, 'id'),
        9223372036854775808n,
        {
          code: 'request.body.incompatible',
          message:
            'body.id: received integer 9223372036854775808; the contract says an integer from -9223372036854775808 to 9223372036854775807 (int64)',
        },
      ],
      [
        'a wrong type in a success',
        body('response', 0, 'name'),
        5,
        {
          code: 'response.body.incompatible',
          message: 'body.name: received integer 5; the contract says string',
        },
      ],
      [
        'a code beyond int32 in the body of a 400',
        body('response', 2, 'error'),
        2147483648,
        {
          code: 'response.body.incompatible',
          message:
            'body.error: received integer 2147483648; the contract says an integer from -2147483648 to 2147483647 (int32)',
        },
      ],
      [
        'an undeclared status',
        ['interactions', 0, 'response', 'status'],
        201,
        { code: 'response.status.unknown', message: 'status: received 201; the contract says 200, 400' },
      ],
      [
        'a property that the consumer reads and the contract does not declare',
        body('response', 0, 'id'),
        1,
        {
          code: 'response.body.incompatible',
          message: 'body: received the property "id"; the contract says no property of that name',
        },
      ],
      [
        'an operation that the contract does not have',
        ['interactions', 0, 'request', 'path'],
        '/trees',
        {
          code: 'request.path-or-method.unknown',
          message: 'request: received POST /trees; the contract says no such operation',
        },
      ],
      [
        'a 401 to a request with credentials',
        ['interactions', 0, 'response', 'status'],
        401,
        { code: 'response.status.unknown', message: 'status: received 401; the contract says 200, 400' },
      ],
    ];

  test.each(cases)('%s', async (_what, at, value, expected) => {
    const result = await compareFile({ pactFile: changedPact([[at, value]]), contract });
    expect(result.ok).toBe(false);
    expect(result.findings.filter(({ severity }) => severity === 'error')).toMatchObject([expected]);
  });

  test('an undeclared request header, as a warning', async () => {
    const pactFile = changedPact([[['interactions', 0, 'request', 'headers', 'X-Shop'], ['1']]]);
    const { ok, findings } = await compareFile({ pactFile, contract });
    expect(ok).toBe(true);
    expect(findings).toMatchObject([
      { severity: 'warning', code: 'request.header.unknown' },
      { severity: 'unspecified' },
    ]);
  });
});

test('the comparator itself reads allOf', async () => {
  const pact = await readPact(changedPact([[body('request', 0, 'name'), undefined]]));
  const codes = (await runComparator(pact, contract)).map(({ code }) => code);
  expect(codes).toEqual(['request.body.incompatible', 'response.status.unknown']);
});

describe('does not report', () => {
  test('response parts that the consumer does not read', async () => {
    const pactFile = changedPact([[body('response', 2, 'message'), undefined]]);
    expect(await compareFile({ pactFile, contract })).toMatchObject({ ok: true });
  });

  test('a request that should be rejected', async () => {
    const pactFile = changedPact([[body('request', 2, 'name'), undefined]]);
    expect(await compareFile({ pactFile, contract })).toMatchObject({ ok: true });
  });
});

describe('points', () => {
  test('at the lines of the pact and of the document', async () => {
    const pactFile = changedPact([[body('request', 0, 'tag'), 5]]);
    const [found] = (await compareFile({ pactFile, contract })).findings;
    expect(found?.pactPlace).toMatchObject({
      file: pactFile,
      pointer: '/interactions/0/request/body/content/tag',
    });
    expect(lineIn(pactFile, found?.pactPlace.line)).toBe('"tag": 5');
    expect(found?.specPlace.pointer).toBe('/components/schemas/Plant/properties/tag/type');
    expect(lineIn(contract.file, found?.specPlace.line)).toBe('type: string');
  });

  test('at the undeclared status and header', async () => {
    const pactFile = changedPact([
      [['interactions', 0, 'response', 'status'], 201],
      [['interactions', 1, 'request', 'headers', 'X-Shop'], ['1']],
    ]);
    const [status, header] = (await compareFile({ pactFile, contract })).findings;
    expect(lineIn(pactFile, status?.pactPlace.line)).toBe('"status": 201');
    expect(lineIn(contract.file, status?.specPlace.line)).toBe('responses:');
    expect(lineIn(pactFile, header?.pactPlace.line)).toBe('"X-Shop": [');
    expect(lineIn(contract.file, header?.specPlace.line)).toBe('post:');
  });

  test('in findings of the report too, except for unspecified parts', async () => {
    const result = await compareFile({ pactFile: changedPact([[body('request', 0, 'tag'), 5]]), contract });
    expect(toFindings(result)).toMatchObject([
      {
        check: 'pact-compatible',
        severity: 'error',
        received: 'integer 5',
        expected: 'string',
        lineText: 'type: string',
      },
    ]);
  });
});

describe('the older versions of the specification', () => {
  const older = (body: string, version: string) =>
    fileOf(`{"consumer":{"name":"c"},"provider":{"name":"p"},"metadata":{"pactSpecification":{"version":"${version}"}},
"interactions":[{"description":"old","providerState":"s","request":{"method":"post","path":"/plants",
"headers":{"Authorization":"Bearer x","Content-Type":"application/json"},
"body":${body}},
"response":{"status":200,"headers":{"Content-Type":"application/json"},"body":{"name":"F"}}}]}`);

  test.each(['2.0.0', '3.0.0'])('%s are read', async (version) => {
    expect(await compareFile({ pactFile: older('{"id":1,"name":"F"}', version), contract })).toMatchObject({
      ok: true,
      findings: [],
    });
    const { findings } = await compareFile({ pactFile: older('{"id":1,"name":5}', version), contract });
    expect(findings).toMatchObject([
      { message: 'body.name: received integer 5; the contract says string', pactPlace: { line: 4 } },
    ]);
  });
});

describe('a base path of the contract', () => {
  test('can precede the path in a pact', async () => {
    const source = fileOf(
      readFileSync(contract.file, 'utf8').replace(
        'security:',
        'servers:\n  - url: https://x.example/api/v1\nsecurity:',
      ),
      'spec.yaml',
    );
    const pactFile = changedPact([
      [['interactions', 0, 'request', 'path'], '/api/v1/plants'],
      [body('request', 0, 'tag'), 5],
    ]);
    const { findings } = await compareFile({ pactFile, contract: await loadContract(source) });
    expect(findings.map(({ message }) => message)).toContain('body.tag: received integer 5; the contract says string');
  });
});

test.each([
  ['{}', 'pact-unverifiable'],
  ['{"interactions":[]}', 'pact-unverifiable'],
  ['', 'pact-unreadable'],
  ['nonsense', 'pact-unreadable'],
])('a pact that is %j is an error, not a pass', async (text, code) => {
  expect(await kitErrorOf(compareFile({ pactFile: fileOf(text), contract }))).toMatchObject({ code });
});

function lineIn(file: string, line = 0): string | undefined {
  return readFileSync(file, 'utf8').split('\n')[line - 1]?.trim().replace(/,$/, '');
}
