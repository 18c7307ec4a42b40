/** Sends each row of docs/reference/mock-responses.md to a mock of the contract on that page. */
import { existsSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { afterAll, describe, expect, it } from 'vitest';
import { type Mock, startMock } from '../../mock/index.ts';
import { parseRuleText } from '../../mock/rules/check-rules.ts';
import { parseContract } from '../../spec/loading/load-contract.ts';
import { fileOf } from '../pact/support.ts';
import { blocksOf, codesIn, rowsIn } from './parse-page.ts';

const page = 'docs/reference/mock-responses.md';
const [shop] = blocksOf(page, 'yaml shop.yaml');
const spec = fileOf(shop?.text ?? '', 'shop.yaml');
const contracts = [{ prefix: '', contract: await parseContract(`file://${spec}`, shop?.text ?? '') }];

/** The request of a row, and the expected response. */
interface Row {
  readonly at: string;
  readonly options: readonly string[];
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly rule: string | undefined;
  readonly status: number | undefined;
  readonly expected: readonly string[];
  readonly isNegated: boolean;
  readonly each: 'same' | 'other' | undefined;
}

const rows = rowsIn(page).flatMap(({ at, head, cells }): readonly Row[] => {
  const cell = (name: string) => cells[head.indexOf(name)] ?? '';
  if (head.includes('request')) {
    const [rule] = codesIn(cell('rule'));
    const status = Number(cell('status'));
    return [{ at, ...requestIn(cell('request')), ...expectedIn(cell('in the response')), rule, status }];
  }
  const [sent, expected] = cell('such as').split(' → ');
  if (sent === undefined || expected === undefined) return [];
  const status = /^\d+$/.test(expected) ? Number(expected) : undefined;
  return [{ at, ...requestIn(sent), ...expectedIn(expected), rule: undefined, status }];
});

function requestIn(cell: string): Pick<Row, 'options' | 'method' | 'path' | 'headers' | 'body'> {
  const codes = codesIn(cell);
  const options = codes.filter((code) => code.startsWith('--')).flatMap((code) => code.split(' '));
  const rest = codes.filter((code) => !code.startsWith('--'));
  const [method = '', path = ''] = rest[0]?.split(' ') ?? [];
  const headers = rest.slice(1).flatMap((code) => {
    const [, name, value] = /^([A-Z][\w-]+): (.*)$/.exec(code) ?? [];
    return name === undefined || value === undefined ? [] : [[name.toLowerCase(), value] as const];
  });
  const body = rest.slice(1).find((code) => !/^[A-Z][\w-]+: /.test(code));
  return { options, method, path, headers: Object.fromEntries(headers), body };
}

function expectedIn(cell: string): Pick<Row, 'expected' | 'isNegated' | 'each'> {
  const each = { 'the same each time': 'same', 'different each time': 'other' } as const;
  const found = Object.entries(each).find(([words]) => words === cell)?.[1];
  return { expected: codesIn(cell), isNegated: cell.startsWith('not '), each: found };
}

const mocks = new Map<string, Promise<Mock>>();
afterAll(async () => {
  for (const mock of mocks.values()) await (await mock).close();
});

function mockWith(options: readonly string[]): Promise<Mock> {
  const key = options.join(' ');
  const seed = options[options.indexOf('--seed') + 1];
  const lifetime = options[options.indexOf('--token-lifetime') + 1];
  const has = (name: string) => options.includes(name);
  const started =
    mocks.get(key) ??
    startMock({
      spec,
      auth: !has('--no-auth'),
      dynamic: has('--dynamic'),
      stateless: has('--stateless'),
      ...(has('--token-lifetime') && lifetime !== undefined ? { tokenLifetime: lifetime } : {}),
      ...(has('--seed') ? { seed: Number(seed) } : {}),
    });
  mocks.set(key, started);
  return started;
}

interface ReceivedResponse {
  readonly status: number;
  /** One line each, the body last. */
  readonly text: string;
  readonly body: string;
}

/** Without fetch, which does not return all header fields. */
function send(mock: Mock, { method, path, headers, body }: Row): Promise<ReceivedResponse> {
  const token = headers['authorization'] === 'none' ? {} : { authorization: `Bearer ${mock.token}` };
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const { authorization, ...others } = headers;
  const own = authorization === undefined || authorization === 'none' ? {} : { authorization };
  const all = { ...token, ...type, ...others, ...own };
  return new Promise((resolve, reject) => {
    const request = httpRequest(`${mock.url}${path}`, { method, headers: all }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const lines = response.rawHeaders.flatMap((name, index, raw) =>
          index % 2 === 0 ? [`${name}: ${raw[index + 1]}`] : [],
        );
        resolve({ status: response.statusCode ?? 0, text: [...lines, text].join('\n'), body: text });
        request.destroy();
      });
    });
    request.on('error', reject);
    if (others['content-length'] === undefined) request.end(body);
    else request.flushHeaders();
  });
}

it('the page has many rows', () => {
  expect(rows.length).toBeGreaterThan(60);
});

describe('the response to', () => {
  it.each(rows.map((row) => ({ ...row, sent: `${row.method} ${row.path}` })))('$sent, $at', async (row) => {
    const mock = await mockWith(row.options);
    await mock.reset();
    if (row.rule !== undefined) await mock.scenario.add(...parseRuleText(row.rule, contracts));
    const received = await send(mock, row);
    if (row.status !== undefined) expect([received.status, received.text]).toEqual([row.status, received.text]);
    for (const expected of row.expected.filter((code) => code !== String(row.status)))
      expect(received.text.includes(expected), `${expected} in ${received.text}`).toBe(!row.isNegated);
    if (row.each === undefined) return;
    const again = await send(mock, row);
    expect(again.body === received.body).toBe(row.each === 'same');
  });
});

it('the steps name existing files', () => {
  const files = rowsIn(page)
    .filter(({ head }) => head[0] === 'step')
    .flatMap(({ cells }) => codesIn(cells[1]));
  expect(files.length).toBe(12);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});
