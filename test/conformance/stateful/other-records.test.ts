/** Writes that change other records than the one in their path, or when their record was created. */
import { createServer } from 'node:http';
import { test } from 'vitest';
import { isJsonObject, type Json, type JsonObject, parseJsonBytes } from '../../../spec/json/exact-json.ts';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import { describeErrors, verify } from '../support.ts';
import { type OnTestEnd, readBody, startTestServer } from '../test-server.ts';

const addresses = await loadContract('test/fixtures/conformance/stateful/addresses.yaml');

interface Write {
  readonly method: string;
  readonly sent: JsonObject;
  /** The record that the request names, before and after it. */
  readonly before: JsonObject;
  readonly after: JsonObject;
}

/** What a write makes of each other record: of the first one created, and of the later ones. */
type ChangeOther = (other: JsonObject, write: Write, isFirst: boolean) => JsonObject;

type TimeOf = (count: number, before: JsonObject | undefined) => Json;

/** Of the first write of a record. */
const keepTime: TimeOf = (count, before) => before?.['createdAt'] ?? new Date(count * 1_000).toISOString();

async function errorsOf(
  changeOther: ChangeOther,
  onEnd: OnTestEnd,
  timeOf: TimeOf = keepTime,
): Promise<readonly string[]> {
  let count = 0;
  const stored = new Map<number, JsonObject>();
  const server = createServer(async (request, response) => {
    const { method = '', url = '' } = request;
    const respond = (status: number, body: JsonObject = {}) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    const [, name] = /^\/addresses(?:\/([1-9]\d*))?$/.exec(url) ?? [];
    const id = name === undefined ? stored.size + 1 : Number(name);
    const before = stored.get(id);
    if (name !== undefined && before === undefined) return respond(404);
    if (method === 'GET' && before !== undefined) return respond(200, before);
    const body = parseJsonBytes(await readBody(request));
    const schema = addresses.operations.find((one) => one.method === method)?.requestBody?.content[0]?.schema;
    if (!body.ok || !isJsonObject(body.value) || schema === undefined) return respond(400);
    if (!isValid(schema, body.value, 'request')) return respond(400);
    const times = { createdAt: timeOf(++count, before), updatedAt: '2030-01-01T00:00:00Z' };
    const after = { ...(method === 'PATCH' && before), ...body.value, id, ...times };
    const write = { method, sent: body.value, before: before ?? after, after };
    for (const [key, other] of stored) if (key !== id) stored.set(key, changeOther(other, write, key === 1));
    stored.set(id, after);
    return respond(method === 'POST' ? 201 : 200, after);
  });
  const baseUrl = await startTestServer(server, onEnd);
  return describeErrors(await verify({ contract: addresses, baseUrl, categories: ['lifecycles'] }));
}

function withSent(other: JsonObject, sent: JsonObject, ...names: readonly string[]): JsonObject {
  const kept = Object.entries(sent).filter(([name]) => names.includes(name));
  return { ...other, ...Object.fromEntries(kept) };
}

test.concurrent.for<[string, ChangeOther]>([
  ['leaves the others alone', (other) => other],
  [
    'unsets the default of the others',
    (other, { sent }) => (sent['isDefault'] === true ? { ...other, isDefault: false } : other),
  ],
  [
    'makes the first address the default when another one no longer is',
    (other, { before, after }, isFirst) => {
      if (after['isDefault'] === true) return { ...other, isDefault: false };
      return isFirst && before['isDefault'] === true ? { ...other, isDefault: true } : other;
    },
  ],
  [
    'moves the positions of the others',
    (other, { before, after }) => {
      const [old, current, position] = [before['position'], after['position'], other['position']].map(Number);
      if (old === undefined || current === undefined || position === undefined || old === current) return other;
      if (position > old && position <= current) return { ...other, position: position - 1 };
      return position < old && position >= current ? { ...other, position: position + 1 } : other;
    },
  ],
  ['touches the time of the others', (other) => ({ ...other, updatedAt: '2031-01-01T00:00:00Z' })],
])('reports no error for an implementation that %s', async ([_title, changeOther], { expect, onTestFinished }) => {
  expect(await errorsOf(changeOther, onTestFinished)).toEqual([]);
});

test.concurrent.for<[string, ChangeOther]>([
  [
    'a PATCH sets a flag of all',
    (other, { method, sent }) => (method === 'PATCH' ? withSent(other, sent, 'isLocked') : other),
  ],
  [
    'a PATCH writes a number and a kind into the first record too',
    (other, { method, sent }, isFirst) =>
      method === 'PATCH' && isFirst ? withSent(other, sent, 'floor', 'kind') : other,
  ],
  [
    'a PUT writes a number into the first record of its kind too',
    (other, { method, sent, before }, isFirst) =>
      method === 'PUT' && isFirst && other['kind'] === before['kind'] ? withSent(other, sent, 'floor') : other,
  ],
  [
    'a PUT sets the city of all',
    (other, { method, sent }) => (method === 'PUT' ? withSent(other, sent, 'city') : other),
  ],
])('reports an implementation where %s', async ([_title, changeOther], { expect, onTestFinished }) => {
  const errors = await errorsOf(changeOther, onTestFinished);
  expect(errors.join('\n')).toMatch(/^read-returns-written: .*, as that request sent it$/m);
});

test.concurrent('reports an implementation where a write renews the time of creation', async ({
  expect,
  onTestFinished,
}) => {
  const errors = await errorsOf(
    (other) => other,
    onTestFinished,
    (count) => new Date(count).toISOString(),
  );
  expect(errors.join('\n')).toMatch(/^read-returns-written: .*"1970-01-01T00:00:00\.\d+Z"$/m);
});
