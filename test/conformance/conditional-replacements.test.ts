/** Replacements without optional properties, where `if` and `then` require some. */
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { parseDocument } from '../spec/diff/build-documents.ts';
import { describeErrors, verify } from './support.ts';
import { readBody, startTestServer } from './test-server.ts';

const contract = await parseDocument(`
openapi: 3.1.0
info: { title: Talks, version: '1' }
paths:
  /talks:
    post:
      operationId: createTalk
      requestBody: &body
        required: true
        content: { application/json: { schema: { $ref: '#/components/schemas/NewTalk' } } }
      responses:
        '201': &talk
          description: The talk.
          content: { application/json: { schema: { $ref: '#/components/schemas/Talk' } } }
        '400': { description: It is invalid. }
  /talks/{talkId}:
    parameters:
      - { name: talkId, in: path, required: true, schema: { type: integer } }
    get:
      operationId: readTalk
      responses: { '200': *talk, '400': { description: It is invalid. }, '404': { description: There is none. } }
    put:
      operationId: replaceTalk
      description: Replaces all properties. An optional property that is left out is removed.
      requestBody: *body
      responses: { '200': *talk, '400': { description: It is invalid. }, '404': { description: There is none. } }
components:
  schemas:
    NewTalk:
      type: object
      required: [mode]
      properties: &properties
        mode: { type: string, enum: [room, online] }
        room: { type: string }
        url: { type: string }
        notes: { type: string }
      if: { properties: { mode: { const: online } } }
      then: { required: [url] }
      else: { required: [room] }
    Talk:
      type: object
      required: [id, mode]
      properties:
        <<: *properties
        id: { type: integer, readOnly: true }
`);

function isTalk(sent: Readonly<Record<string, unknown>>): boolean {
  const texts = Object.values(sent);
  const needed = sent['mode'] === 'online' ? 'url' : 'room';
  return (
    ['online', 'room'].includes(String(sent['mode'])) &&
    needed in sent &&
    texts.every((text) => typeof text === 'string')
  );
}

type Replace = (old: object, sent: object) => object;

async function errorsOf(replace: Replace): Promise<readonly string[]> {
  const talks = new Map<number, object>();
  const server = createServer(async (request, response) => {
    const respond = (status: number, body: object) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    const id = request.method === 'POST' ? talks.size + 1 : Number(request.url?.split('/').at(-1));
    const old = talks.get(id);
    if (request.method === 'POST' || (request.method === 'PUT' && old !== undefined)) {
      const sent = JSON.parse(String(await readBody(request)));
      if (!isTalk(sent)) return respond(400, {});
      talks.set(id, { ...(old === undefined ? sent : replace(old, sent)), id });
      return respond(request.method === 'POST' ? 201 : 200, talks.get(id) ?? {});
    }
    return old === undefined ? respond(404, {}) : respond(200, old);
  });
  const baseUrl = await startTestServer(server, onTestFinished);
  return describeErrors(await verify({ contract, baseUrl, categories: ['lifecycles'] }));
}

test('a store that removes what is left out is not reported', async () => {
  expect(await errorsOf((_old, sent) => sent)).toEqual([]);
});

test('a store that keeps what is left out is reported', async () => {
  const errors = await errorsOf((old, sent) => ({ ...old, ...sent }));
  expect(errors).toContainEqual(expect.stringMatching(/^created-is-echoed: .*without the optional properties/s));
});
