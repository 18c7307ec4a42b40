/**
 * The matching rules in the native verifier: a valid response passes, whatever it omits or adds, and an invalid
 * one is found by Pact alone. All responses of one schema are verified in one run.
 */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { findPactBinary, runVerifier } from '../../../contracts/pact/native/native-process.ts';
import { parseVerifierReport } from '../../../contracts/pact/provider/verifier-report.ts';
import { isJsonObject, stringifyJson } from '../../../spec/json/exact-json.ts';
import { fileOf, startHttpServer, temporaryFolder } from '../support.ts';
import { responseFor } from './support.ts';

/** The responses that the verifier alone passes. */
async function accepted(schema: string, responses: readonly string[]): Promise<readonly string[]> {
  const url = new URL(
    await startHttpServer((request, response) => {
      const received = responses[Number(request.url?.slice(1))] ?? '';
      response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8' }).end(received);
    }),
  );
  const response = (await responseFor(schema)) ?? null;
  expect(isJsonObject(response) && 'body' in response).toBe(true);
  const interactions = responses.map((received, index) => ({
    type: 'Synchronous/HTTP',
    description: `${index}: ${received}`,
    request: { method: 'GET', path: `/${index}` },
    response,
  }));
  const names = { consumer: { name: 'c' }, provider: { name: 'p' } };
  const metadata = { pactSpecification: { version: '4.0' } };
  const report = path.join(temporaryFolder(), 'report.json');
  const { output } = await runVerifier({
    binary: findPactBinary(),
    args: [
      ...['verifier', '--file', fileOf(stringifyJson({ ...names, interactions, metadata }))],
      ...['--provider-name', 'p', '--hostname', url.hostname, '--port', url.port],
      ...['--json', report, '--no-colour'],
    ],
    timeoutMs: 30_000,
  });
  const results = parseVerifierReport(readFileSync(report, 'utf8'));
  expect([results.length, output]).toEqual([responses.length, expect.anything()]);
  return responses.filter((_answer, index) => results[index]?.ok === true);
}

interface Row {
  readonly schema: string;
  readonly right: readonly string[];
  readonly wrong: readonly string[];
}

const of = (property: string) => `{ type: object, required: [a], properties: { a: ${property} } }`;
const a = (...values: readonly string[]) => values.map((value) => `{"a":${value}}`);

const rows: readonly (readonly [string, Row])[] = [
  [
    'a text',
    {
      schema: of('{ type: string }'),
      right: ['{"a":"","b":1}', ...a('"é"')],
      wrong: ['{}', ...a('5', 'null', '{}', '[]')],
    },
  ],
  [
    'an int32, in every spelling',
    {
      schema: of('{ type: integer, format: int32 }'),
      right: a('4', '4.0', '4e2', '-2147483648', '0'),
      wrong: a('"4"', '1.5', 'null', 'true'),
    },
  ],
  [
    'an int64, and an integer of any size',
    {
      schema:
        '{ type: object, required: [a, b], properties: { a: { type: integer, format: int64 }, b: { type: integer } } }',
      right: ['{"a":9223372036854775807,"b":1e30}', '{"a":1.0,"b":-18446744073709551617}'],
      wrong: ['{"a":"1","b":1}', '{"a":1,"b":null}'],
    },
  ],
  ['a number', { schema: of('{ type: number }'), right: a('1', '1.5', '-1e-7'), wrong: a('"1"', 'null') }],
  ['a boolean', { schema: of('{ type: boolean }'), right: a('true', 'false'), wrong: a('"true"', '1', 'null') }],
  [
    'null beside a type',
    {
      schema: of("{ type: [string, 'null'] }"),
      right: a('null', '"x"', '""'),
      wrong: ['{}', ...a('5', '{}', 'false')],
    },
  ],
  [
    'declared values with special characters of regular expressions',
    {
      schema: of("{ enum: ['a.b', 'c|d', '(e', '-f&&g'] }"),
      right: a('"a.b"', '"c|d"', '"(e"', '"-f&&g"'),
      wrong: a('"axb"', '"c"', '"d"', '"e"', '5', 'null'),
    },
  ],
  [
    'a pattern',
    {
      schema: of("{ type: string, pattern: '^\\w{2}-\\d+$' }"),
      right: a('"ab-1"'),
      wrong: a('"ab-x"', '"ab-1\\n"', '51'),
    },
  ],
  [
    'a pattern that matches a part of the string',
    {
      schema: of("{ type: string, pattern: 'b+|^c' }"),
      right: a('"abc"', '"b"', '"cd"', '"a\\nb\\n"'),
      wrong: a('"a"', '"dc"', '""'),
    },
  ],
  [
    'lengths, in characters',
    {
      schema: of('{ type: string, minLength: 2, maxLength: 3 }'),
      right: a('"🌱🌱"', '"a\\nb"'),
      wrong: a('"🌱"', '"abcd"'),
    },
  ],
  [
    'formats',
    {
      schema:
        '{ type: object, required: [u, t, d], properties: { u: { type: string, format: uuid }, t: { type: string, format: date-time }, d: { type: string, format: date } } }',
      right: [
        '{"u":"123E4567-e89b-42d3-a456-426614174000","t":"2026-01-31t12:30:00.123456789+05:30","d":"2026-01-31"}',
        '{"u":"urn:uuid:123e4567-e89b-12d3-a456-426614174000","t":"2026-01-31 12:30:60Z","d":"0001-01-01"}',
      ],
      wrong: [
        '{"u":"x","t":"2026-01-31T12:30:00Z","d":"2026-01-31"}',
        '{"u":"123e4567-e89b-42d3-a456-426614174000","t":"soon","d":"2026-01-31"}',
        '{"u":"123e4567-e89b-42d3-a456-426614174000","t":"2026-01-31T12:30:00Z","d":"31.1.2026"}',
      ],
    },
  ],
  [
    'an array, empty or not, and each of its items',
    {
      schema:
        '{ type: array, items: { type: object, required: [n], properties: { n: { type: integer }, m: { type: string } } } }',
      right: ['[]', '[{"n":1}]', '[{"n":1,"m":"x"},{"n":2,"k":null}]'],
      wrong: ['{}', 'null', '[{"n":"1"}]', '[{"n":1},{}]', '[1]'],
    },
  ],
  [
    'an array with a minimum number of items',
    {
      schema: of('{ type: array, minItems: 2, items: { type: string } }'),
      right: a('["a","b"]', '["a","b","c"]'),
      wrong: a('[]', '["a"]', '["a",2]'),
    },
  ],
  [
    'an array of any values',
    {
      schema: of('{ type: array, minItems: 1, items: {} }'),
      right: a('[1,"a",null,{"b":[]},[]]'),
      wrong: a('[]', '{}'),
    },
  ],
  [
    'nested arrays',
    {
      schema: of('{ type: array, items: { type: array, items: { type: integer } } }'),
      right: a('[]', '[[],[1,2]]'),
      wrong: a('[1]', '[["x"]]'),
    },
  ],
  [
    'a map with any keys',
    {
      schema: of(
        '{ type: object, additionalProperties: { type: object, required: [n], properties: { n: { type: integer } } } }',
      ),
      right: a('{}', '{"x":{"n":1},"y y":{"n":2,"m":3}}'),
      wrong: a('[]', '{"x":{}}', '{"x":{"n":"1"}}', '{"x":1}'),
    },
  ],
  [
    'an object without required properties',
    {
      schema: of('{ type: object, properties: { b: { type: string } } }'),
      right: a('{}', '{"b":5}', '{"c":1}'),
      wrong: ['{}', ...a('[]', 'null', '"x"')],
    },
  ],
  [
    'alternatives, by their common part',
    {
      schema:
        '{ oneOf: [{ type: object, required: [k, x], properties: { k: { const: a }, x: { type: string } } }, { type: object, required: [k, y], properties: { k: { const: b }, y: { type: integer } } }] }',
      right: ['{"k":"a","x":"1"}', '{"k":"b","y":1}'],
      wrong: ['{"x":"1"}', '{"k":"c"}', '{"k":1}', '[]'],
    },
  ],
  [
    'alternatives of different types, by their presence',
    {
      schema: of('{ anyOf: [{ type: string }, { type: object, required: [b] }, { type: array }] }'),
      right: a('"x"', '{"b":1}', '[]'),
      wrong: ['{}'],
    },
  ],
  [
    'a nullable object, by its presence',
    {
      schema: of("{ type: [object, 'null'], required: [b], properties: { b: { type: string } } }"),
      right: a('null', '{"b":"x"}'),
      wrong: ['{}'],
    },
  ],
  [
    'the combination of several schemas',
    {
      schema:
        '{ allOf: [{ type: object, required: [a], properties: { a: { type: string } } }, { required: [b], properties: { b: { type: boolean } } }] }',
      right: ['{"a":"x","b":false}'],
      wrong: ['{"a":"x"}', '{"b":true}', '{"a":"x","b":1}'],
    },
  ],
  [
    'names that are not identifiers',
    {
      schema: "{ type: object, required: ['a b', 'c.d', '$e', 'ü', '*', '1'], additionalProperties: { type: string } }",
      right: ['{"a b":"1","c.d":"2","$e":"3","ü":"4","*":"5","1":"6"}'],
      wrong: [
        '{"a b":"1","c.d":2,"$e":"3","ü":"4","*":"5","1":"6"}',
        '{"a b":"1","c.d":"2","$e":"3","ü":"4","*":5,"1":"6"}',
      ],
    },
  ],
  [
    'a writeOnly property',
    {
      schema:
        '{ type: object, required: [a, p], properties: { a: { type: string }, p: { type: string, writeOnly: true } } }',
      right: ['{"a":"x"}'],
      wrong: ['{}'],
    },
  ],
];

describe('the verifier, given the rules of a schema', () => {
  it.each(rows)('accepts valid responses and rejects invalid ones: %s', async (_what, { schema, right, wrong }) => {
    expect(await accepted(schema, [...right, ...wrong])).toEqual(right);
  });
});

it('follows a recursive schema as deep as the sample', async () => {
  const node =
    '{ type: object, required: [name, children], properties: { name: { type: string }, children: { type: array, items: { $ref: "#/paths/~1it/get/responses/200/content/application~1json/schema" } } } }';
  const deep = '{"name":"a","children":[{"name":"b","children":[{"name":"c","children":[]}]}]}';
  expect(
    await accepted(node, [deep, '{"name":"a","children":[]}', '{"name":"a","children":[{"name":1,"children":[]}]}']),
  ).toEqual([deep, '{"name":"a","children":[]}']);
});
