/** Responses whose media type is a sequence of items. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { type RunningMock, type ServeOptions, serveMock } from '../../../mock/serve/mock-server.ts';
import { type Json, type JsonObject, stringifyJson } from '../../../spec/json/exact-json.ts';
import { parseSequence } from '../../../spec/wire/sequence.ts';
import { contractFromJson, send } from '../support.ts';

const order = {
  type: 'object',
  required: ['id', 'status'],
  properties: { id: { type: 'integer', example: 7 }, status: { enum: ['paid', 'sent'] } },
};

interface StreamOptions extends ServeOptions {
  readonly openapi?: string;
}

const startStream = async (...request: Parameters<typeof startStreamingMock>) =>
  (await startStreamingMock(...request)).url;

async function startStreamingMock(
  type: string,
  media: JsonObject,
  { openapi = '3.2.0', ...options }: StreamOptions = {},
): Promise<RunningMock> {
  const responses = { '200': { description: 'ok', content: { [type]: media } } };
  const document = {
    ...{ openapi, info: { title: 'Streams', version: '1' } },
    paths: { '/stream': { get: { operationId: 'stream', responses } } },
    components: { schemas: { Order: order } },
  };
  const mock = await serveMock(await contractFromJson(document), { stream: '3x0', ...options });
  onTestFinished(() => mock.close());
  return mock;
}

async function eventsOf(url: string): Promise<readonly Json[]> {
  const { text } = await send(`${url}/stream`);
  return parseSequence('events', text).map((item) => (item.ok ? item.value : item.reason));
}

const data = '{"id":7,"status":"paid"}';

describe('a stream', () => {
  it('of events has events by the item schema, with JSON in their data', async () => {
    const itemSchema = {
      type: 'object',
      required: ['event', 'data'],
      properties: {
        event: { const: 'order' },
        data: {
          type: 'string',
          contentMediaType: 'application/json',
          contentSchema: { $ref: '#/components/schemas/Order' },
        },
      },
    };
    const url = await startStream('text/event-stream', { itemSchema });
    expect(await eventsOf(url)).toEqual(Array.from({ length: 3 }, () => ({ event: 'order', data })));
  });

  it('has each kind of item in turn', async () => {
    const kind = (event: string) => ({
      type: 'object',
      required: ['event', 'data'],
      properties: { event: { const: event }, data: { type: 'string', const: event } },
    });
    const url = await startStream('text/event-stream', { itemSchema: { oneOf: [kind('a'), kind('b')] } });
    expect(await eventsOf(url)).toEqual(['a', 'b', 'a'].map((event) => ({ event, data: event })));
  });

  it('of events before OpenAPI 3.2 has the schema in their data', async () => {
    const media = { schema: { $ref: '#/components/schemas/Order' } };
    const url = await startStream('text/event-stream', media, { openapi: '3.0.3' });
    expect(await eventsOf(url)).toEqual([{ data }, { data }, { data }]);
  });

  it('of events before OpenAPI 3.2 has other made-up values in each, unless they are an example', async () => {
    const schema = { type: 'object', required: ['note'], properties: { note: { type: 'string' } } };
    const notes = async (media: JsonObject) => {
      const events = await eventsOf(await startStream('text/event-stream', media, { openapi: '3.0.3' }));
      return new Set(events.map((one) => stringifyJson(one)));
    };
    expect((await notes({ schema })).size).toBe(3);
    expect((await notes({ schema, example: { note: 'a' } })).size).toBe(1);
    expect((await notes({ schema: { ...schema, example: { note: 'a' } } })).size).toBe(1);
  });

  it('of lines has one line for each item, and those of an example', async () => {
    const itemSchema = { $ref: '#/components/schemas/Order' };
    const url = await startStream('application/jsonl', { itemSchema });
    expect((await send(`${url}/stream`)).text).toBe(`${data}\n`.repeat(3));
    const example = [
      { id: 1, status: 'paid' },
      { id: 2, status: 'sent' },
    ];
    const other = await startStream('application/x-ndjson', { itemSchema, example });
    expect((await send(`${other}/stream`)).text).toBe('{"id":1,"status":"paid"}\n{"id":2,"status":"sent"}\n');
  });

  it('has a declared text unchanged', async () => {
    const example = 'id: 1\ndata: hello\n\n';
    const media = { schema: { type: 'string' }, example };
    const url = await startStream('text/event-stream', media, { openapi: '3.0.3' });
    expect((await send(`${url}/stream`)).text).toBe(example);
  });

  it('has as many items as requested, each in a piece of its own', async () => {
    const url = await startStream('application/jsonl', { itemSchema: { type: 'integer' } }, { stream: '4x20' });
    const response = await fetch(`${url}/stream`);
    expect(response.headers.get('content-length')).toBeNull();
    const pieces: string[] = [];
    for await (const piece of response.body ?? []) pieces.push(Buffer.from(piece).toString());
    expect(pieces.join('')).toBe('1\n43\n97\n29\n');
    expect(pieces.length).toBeGreaterThan(1);
  });

  it('ends when its client leaves or the mock closes', async () => {
    const mock = await startStreamingMock(
      'application/jsonl',
      { itemSchema: { type: 'integer' } },
      { stream: '9x60000' },
    );
    const leaving = new AbortController();
    const response = await fetch(`${mock.url}/stream`, { signal: leaving.signal });
    leaving.abort();
    await expect(response.text()).rejects.toThrow();
    const other = await fetch(`${mock.url}/stream`);
    await mock.close();
    await expect(other.text()).rejects.toThrow();
  });

  it.each(['', '3', '0x1', '10001x1', '1x600001', '3x1.5'])('rejects the pace "%s"', async (stream) => {
    await expect(startStream('application/jsonl', {}, { stream })).rejects.toThrow('such as 10x500');
  });
});
