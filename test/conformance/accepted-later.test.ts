/** Actions that are accepted only in a state that other actions lead to. */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { onTestFinished, test } from 'vitest';
import type { RunResult } from '../../contracts/conformance/model/run-result.ts';
import { loadContract } from '../../spec/loading/load-contract.ts';
import { temporaryFolder } from '../pact/support.ts';
import { describeErrors, verify } from './support.ts';
import { readBody, startTestServer } from './test-server.ts';

const verbs = [
  { verb: 'stamp', from: 'written', to: 'stamped', description: 'Only a written letter can be stamped.' },
  { verb: 'deliver', from: 'stamped', to: 'delivered', description: 'Couriers deliver stamped letters.' },
] as const;

const text = { type: 'string', minLength: 1, maxLength: 40 };
const status = { type: 'string', enum: ['written', 'stamped', 'delivered'], readOnly: true };
const courier = { ...text, example: 'Anna' };
const letter = {
  type: 'object',
  required: ['id', 'text', 'status'],
  properties: { id: { type: 'integer', format: 'int32', readOnly: true }, text, status, courier },
};
const delivery = { type: 'object', required: ['courier'], properties: { courier } };
const content = { 'application/json': { schema: { $ref: '#/components/schemas/Letter' } } };
const shown = { description: 'The letter', content };
const described = (description: string) => ({ description });
const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer', format: 'int32' } }];
const errors = { 400: described('Invalid'), 404: described('Unknown'), 409: described('Conflict') };

const letters = {
  openapi: '3.0.3',
  info: { title: 'Letters', version: '1' },
  components: { schemas: { Letter: letter } },
  paths: {
    '/letters': {
      post: { operationId: 'write', requestBody: { required: true, content }, responses: { 201: shown, ...errors } },
    },
    '/letters/{id}': { get: { operationId: 'read', parameters, responses: { 200: shown, ...errors } } },
    ...Object.fromEntries(
      verbs.map(({ verb, description }) => [
        `/letters/{id}/${verb}`,
        {
          post: {
            operationId: verb,
            description,
            parameters,
            ...(verb === 'deliver' && {
              requestBody: { required: true, content: { 'application/json': { schema: delivery } } },
            }),
            responses: { 200: shown, ...errors },
          },
        },
      ]),
    ),
  },
};

/** Whether it delivers a letter, in its state or from any courier. */
type Delivers = (courier: string, isStamped: boolean) => boolean;

function isDelivery(value: unknown): value is { readonly courier: string } {
  return typeof value === 'object' && value !== null && 'courier' in value && typeof value.courier === 'string';
}

async function verifyLetters(delivers: Delivers): Promise<RunResult> {
  const found = new Map<string, { readonly status: string }>();
  const server = createServer(async (request, response) => {
    const { method = '', url = '' } = request;
    const sent = String(await readBody(request));
    const send = (code: number, body?: object) =>
      response
        .writeHead(code, body === undefined ? {} : { 'Content-Type': 'application/json' })
        .end(JSON.stringify(body));
    if (url === '/letters' && method === 'POST') {
      const record = { ...JSON.parse(sent), id: found.size + 1, status: 'written' };
      found.set(String(record.id), record);
      return send(201, record);
    }
    const [, , id = '', verb] = url.split('/');
    const record = found.get(id);
    if (record === undefined) return send(404);
    const action = verbs.find((one) => one.verb === verb);
    if (action === undefined) return send(200, record);
    const parsed: unknown = verb === 'deliver' ? JSON.parse(sent || 'null') : undefined;
    const given = isDelivery(parsed) ? parsed.courier : '';
    if (verb === 'deliver' && given === '') return send(400);
    const isInState = record.status === action.from;
    if (verb === 'deliver' ? !delivers(given, isInState) : !isInState) return send(409);
    found.set(id, { ...record, status: action.to });
    return send(200, found.get(id));
  });
  const file = path.join(temporaryFolder(), 'letters.json');
  writeFileSync(file, JSON.stringify(letters));
  const baseUrl = await startTestServer(server, onTestFinished);
  return verify({ contract: await loadContract(file), baseUrl, categories: ['valid-bodies', 'lifecycles'] });
}

test('an action counts as accepted when a sequence has led a record to its state', async ({ expect }) => {
  const result = await verifyLetters((_courier, isStamped) => isStamped);
  expect(describeErrors(result)).toEqual([]);
  expect(result.unchecked).toEqual([]);
  expect(result.contractGaps).toEqual([
    expect.stringContaining('some requests of deliver were accepted in sequences only'),
  ]);
});

test('an action that is never accepted is reported as not checked', async ({ expect }) => {
  const { unchecked, contractGaps } = await verifyLetters(() => false);
  expect(unchecked).toEqual([
    expect.objectContaining({ operation: 'deliver', reason: expect.stringContaining('No valid request is accepted') }),
  ]);
  expect(contractGaps).toEqual([]);
});

test('other values than those of the example count as accepted when a sequence has sent some', async ({ expect }) => {
  const { unchecked } = await verifyLetters((name, isStamped) => name === 'Anna' || isStamped);
  expect(unchecked).toEqual([]);
});

test('reports that only the example is accepted', async ({ expect }) => {
  const { unchecked } = await verifyLetters((name) => name === 'Anna');
  expect(unchecked).toEqual([
    expect.objectContaining({ operation: 'deliver', reason: expect.stringContaining('only the example') }),
  ]);
});
