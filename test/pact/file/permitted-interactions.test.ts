import { expect, test } from 'vitest';
import { type PermissionOptions, readPermission } from '../../../contracts/options/permitted-operations.ts';
import { readPact } from '../../../contracts/pact/file/pact-file.ts';
import { permittedInteractions } from '../../../contracts/pact/file/permitted-interactions.ts';
import { loadInlineContract } from '../../../spec/loading/spec-source.ts';
import { fileOf } from '../support.ts';
import { pactText, pactWithInteraction } from './support.ts';

const operation = (operationId: string) => ({ operationId, responses: { 200: { description: 'OK' } } });
const contract = await loadInlineContract({
  openapi: '3.1.0',
  info: { title: 'Plants', version: '1' },
  servers: [{ url: 'http://localhost/api' }],
  paths: {
    '/plants': { get: operation('listPlants'), post: operation('createPlant') },
    '/plants/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      delete: operation('deletePlant'),
    },
  },
});

const requests = {
  list: ['GET', '/plants'],
  create: ['POST', '/plants'],
  remove: ['DELETE', '/api/plants/7'],
} as const;

async function permitted(options: PermissionOptions) {
  const interactions = Object.entries(requests).map(([description, [method, path]]) =>
    pactWithInteraction({ description, request: { method, path } }),
  );
  const pact = await readPact(fileOf(pactText({}, { interactions })));
  const { pacts, notes } = permittedInteractions([pact], contract, readPermission(contract, options));
  return { names: pacts.flatMap((one) => one.interactions.map(({ description }) => description)), notes };
}

test.each<[PermissionOptions, readonly string[]]>([
  [{}, ['list', 'create', 'remove']],
  [{ exclude: ['deletePlant'] }, ['list', 'create']],
  [{ include: ['GET *'] }, ['list']],
  [{ readOnly: true }, ['list']],
])('%j permits %j', async (options, names) => {
  const found = await permitted(options);
  expect(found.names).toEqual(names);
  expect(found.notes.join()).toContain(names.length === 3 ? '' : 'not sent, since the run may not request');
});
