/** Requests without valid credentials name a record of the run, or none: a store that accepts them loses no other. */
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { withSuppliedValues } from '../../contracts/configuration/values/supplied-values.ts';
import { isJsonObject } from '../../spec/json/exact-json.ts';
import { loadInlineContract } from '../../spec/loading/spec-source.ts';
import type { Contract } from '../../spec/model/contract.ts';
import { parseSource } from '../../spec/source/read-source.ts';
import { failingChecks, tokenCredentials, verify } from './support.ts';
import { readBody, startTestServer } from './test-server.ts';

const TOKEN = 'right-token-4711';
const note = { type: 'object', required: ['text'], properties: { text: { type: 'string', maxLength: 40 } } };
const media = { 'application/json': { schema: note } };
const none = { description: 'None' };
const body = { required: true, content: media };
const denied = { 401: none, 404: none, 400: none };

/** `creates`: the run can create notes. `example`: of the identifier in the document. */
async function notesContract(creates: boolean, example?: number): Promise<Contract> {
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' }, ...(example && { example }) };
  return loadInlineContract({
    openapi: '3.1.0',
    info: { title: 'Notes', version: '1' },
    security: [{ key: [] }],
    components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
    paths: {
      ...(creates && {
        '/notes': {
          post: {
            operationId: 'create',
            requestBody: body,
            responses: {
              201: { description: 'Created', headers: { Location: { schema: { type: 'string' } } } },
              ...denied,
            },
          },
        },
      }),
      '/notes/{id}': {
        parameters: [id],
        get: { operationId: 'read', responses: { 200: { description: 'OK', content: media }, ...denied } },
        put: { operationId: 'replace', requestBody: body, responses: { 204: none, ...denied } },
        delete: { operationId: 'remove', responses: { 204: none, ...denied } },
      },
    },
  });
}

/** Knows note 1, and asks for credentials only if it is strict. */
async function startNotes(isStrict: boolean) {
  const notes = new Map([['1', 'of somebody else']]);
  const denials: string[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url = '' } = request;
    const sent = (await readBody(request)).toString();
    const isValid = request.headers.authorization === `Bearer ${TOKEN}`;
    const id = url.split('/')[2] ?? '';
    if (!isValid && ['PUT', 'DELETE'].includes(method)) denials.push(`${method} ${id}`);
    if (!isValid && isStrict) return response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
    const { text } = parsed(sent);
    if (method === 'POST' && typeof text === 'string' && text.length <= 40) {
      const name = String(notes.size + 100);
      notes.set(name, text);
      return response.writeHead(201, { location: `/notes/${name}` }).end();
    }
    if (!notes.has(id)) return response.writeHead(404).end();
    if (method === 'GET')
      return response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ text: notes.get(id) }));
    if (method === 'DELETE') notes.delete(id);
    else if (typeof text === 'string' && text.length <= 40) notes.set(id, text);
    else return response.writeHead(400).end();
    return response.writeHead(204).end();
  });
  return { url: await startTestServer(server, onTestFinished), notes, denials };
}

function parsed(text: string): { readonly text?: unknown } {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

async function verifyNotes(contract: Contract, isStrict: boolean) {
  const store = await startNotes(isStrict);
  const result = await verify({
    ...{ contract, baseUrl: store.url, credentials: tokenCredentials(TOKEN), categories: ['authentication'] },
  });
  return { ...store, result };
}

test.each([undefined, 1])('without a record of its own the run names none, with the example %s', async (example) => {
  const { notes, denials, result } = await verifyNotes(await notesContract(false, example), false);
  expect(denials.length).toBeGreaterThan(2);
  expect(denials.filter((one) => one.endsWith(' 1'))).toEqual([]);
  // With an example, valid requests may change it.
  if (example === undefined) expect(notes.get('1')).toBe('of somebody else');
  // Reading changes nothing, so that it is found.
  expect(failingChecks(result)).toContain('unauthorized-rejected');
});

test('it says that it could create none', async () => {
  const { result } = await verifyNotes(await notesContract(false), true);
  expect(result.unchecked.map(({ operation, reason }) => `${operation}: ${reason}`)).toEqual([
    expect.stringMatching(/^replace: the run could not create a record for it, and changes no other/),
    expect.stringMatching(/^remove: the run could not create a record for it, and changes no other/),
  ]);
  expect(failingChecks(result)).toEqual([]);
});

test('with records of its own, a store that accepts any credentials is found', async () => {
  const { notes, result } = await verifyNotes(await notesContract(true), false);
  expect(notes.get('1')).toBe('of somebody else');
  const found = result.findings.filter(({ check }) => check === 'unauthorized-rejected').map(({ subject }) => subject);
  expect(new Set(found)).toEqual(new Set(['create', 'read', 'replace', 'remove']));
});

test('a record that the user supplies is named', async () => {
  const file = parseSource('file:///plant-store.json', JSON.stringify({ values: { parameters: { id: 1 } } }));
  const value = isJsonObject(file.value) ? file.value : {};
  const { contract } = withSuppliedValues(await notesContract(false), { file, value });
  const { denials, result } = await verifyNotes(contract, true);
  expect(denials).toContain('DELETE 1');
  expect(failingChecks(result)).toEqual([]);
});
