/** Owners, pets that refer to an owner, accounts with a repeated password, and a login. */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { isJsonObject, type Json, type JsonObject, parseJsonBytes, stringifyJson } from '../../spec/json/exact-json.ts';
import { loadContract } from '../../spec/loading/load-contract.ts';
import type { Contract } from '../../spec/model/contract.ts';
import { isValid } from '../../spec/validation/validate.ts';
import { temporaryFolder } from '../pact/support.ts';
import { type OnTestEnd, readBody, startTestServer } from './test-server.ts';

const text = { type: 'string', minLength: 1, maxLength: 40 };
const id = { type: 'integer', format: 'int32', minimum: 1 };
const empty = (description: string) => ({ description });
const rejections = { 400: empty('Invalid'), 404: empty('Unknown'), 422: empty('Unprocessable') };

function json(properties: JsonObject, required: readonly string[], extra: JsonObject = {}): JsonObject {
  const schema = { type: 'object', additionalProperties: false, required: [...required], properties, ...extra };
  return { 'application/json': { schema } };
}

function record(properties: JsonObject): JsonObject {
  return json({ id, ...properties }, ['id', ...Object.keys(properties)]);
}

const pet = { name: text, ownerId: id, born: { type: 'string', format: 'date' }, weight: { type: 'number' } };
const secret = { type: 'string', minLength: 8, maxLength: 40 };

function create(
  operationId: string,
  properties: JsonObject,
  shown: JsonObject = properties,
  extra: JsonObject = {},
): JsonObject {
  const content = json(properties, Object.keys(properties), extra);
  return {
    operationId,
    requestBody: { required: true, content },
    responses: { 201: { description: 'Created', content: record(shown) }, ...rejections },
  };
}

function read(operationId: string, name: string, shown: JsonObject): JsonObject {
  return {
    operationId,
    parameters: [{ name, in: 'path', required: true, schema: id }],
    responses: { 200: { description: 'The record', content: record(shown) }, ...rejections },
  };
}

export async function accountContract(ownerExample?: number): Promise<Contract> {
  const example =
    ownerExample === undefined
      ? {}
      : { example: { name: 'Rex', ownerId: ownerExample, born: '2020-05-01', weight: 7.5 } };
  const credentials = { email: { type: 'string', format: 'email' }, password: secret };
  const document = {
    openapi: '3.0.3',
    info: { title: 'Accounts', version: '1.0.0' },
    servers: [{ url: 'http://localhost' }],
    paths: {
      '/owners': { post: create('addOwner', { name: text }) },
      '/owners/{ownerId}': { get: read('getOwner', 'ownerId', { name: text }) },
      '/pets': { post: create('addPet', pet, pet, example) },
      '/pets/{petId}': { get: read('getPet', 'petId', pet) },
      '/accounts': {
        post: create('addAccount', { ...credentials, passwordConfirmation: secret }, { email: credentials.email }),
      },
      '/login': {
        post: {
          operationId: 'login',
          requestBody: { required: true, content: json(credentials, Object.keys(credentials)) },
          responses: { 200: empty('Logged in'), 400: empty('Invalid'), 401: empty('Wrong') },
        },
      },
    },
  };
  const file = path.join(temporaryFolder(), 'accounts.json');
  writeFileSync(file, JSON.stringify(document));
  return loadContract(file);
}

export interface AccountStoreOptions {
  /** Rejects pets that are born on 29 February. */
  readonly rejectsLeapDays?: boolean;
}

/** Returns its base URL; it stops with the test. Owner 1 exists. */
export async function startAccountStore(
  onEnd: OnTestEnd,
  { operations }: Contract,
  { rejectsLeapDays = false }: AccountStoreOptions = {},
): Promise<string> {
  const records = new Map<string, JsonObject>([['/owners/1', { id: 1, name: 'Ann' }]]);
  let next = 1_000;
  const server = createServer(async (request, response) => {
    const bytes = await readBody(request);
    const send = (status: number, body?: Json) =>
      response
        .writeHead(status, body === undefined ? {} : { 'content-type': 'application/json' })
        .end(body === undefined ? undefined : stringifyJson(body));
    const { method, url = '' } = request;
    if (method === 'GET') {
      const found = records.get(url);
      const isNumber = /\/[1-9]\d{0,9}$/.test(url) && Number(url.split('/').at(-1)) < 2 ** 31;
      return found === undefined ? send(isNumber ? 404 : 400) : send(200, found);
    }
    const operation = operations.find((one) => one.method === method && one.path === url);
    const schema = operation?.requestBody?.content[0]?.schema;
    if (operation === undefined || schema === undefined) return send(404);
    if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) return send(400);
    const parsed = parseJsonBytes(bytes);
    if (!parsed.ok || !isJsonObject(parsed.value) || !isValid(schema, parsed.value, 'request')) return send(400);
    const sent = parsed.value;
    if (operation.id === 'login') return send(401);
    if (operation.id === 'addPet' && !records.has(`/owners/${sent.ownerId}`)) return send(422);
    if (operation.id === 'addPet' && rejectsLeapDays && String(sent.born).endsWith('-02-29')) return send(422);
    const { password, passwordConfirmation, ...kept } = sent;
    if (password !== passwordConfirmation) return send(422);
    if (operation.id === 'addAccount' && [...records.values()].some(({ email }) => email === sent.email))
      return send(422);
    next++;
    const created = { id: next, ...kept };
    records.set(`${operation.path}/${next}`, created);
    return send(201, created);
  });
  return startTestServer(server, onEnd);
}
