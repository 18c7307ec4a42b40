/** Sentences that say that a text is read exactly as it was written. */
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { stringifyJson } from '../../spec/json/exact-json.ts';
import { parseContract } from '../../spec/loading/load-contract.ts';
import { verify } from './support.ts';
import { readBody, startTestServer } from './test-server.ts';

const content = { 'text/plain': { schema: { type: 'string' } } };

function contractWith(description: string) {
  const path = {
    get: { operationId: 'readNote', responses: { 200: { description: 'The note', content } } },
    put: {
      operationId: 'writeNote',
      description,
      requestBody: { required: true, content },
      responses: { 204: { description: 'Written' }, 400: { description: 'Invalid' }, 415: { description: 'Not text' } },
    },
  };
  const info = { title: 'Note', version: '1.0.0' };
  return parseContract('file:///note.json', stringifyJson({ openapi: '3.0.3', info, paths: { '/note': path } }));
}

/** The severities of what is found in a store that changes texts like this. */
async function severitiesFor(description: string, change: (text: string) => string): Promise<readonly string[]> {
  let note = Buffer.from('A note');
  const server = createServer(async (request, response) => {
    const bytes = await readBody(request);
    if (request.method === 'PUT') {
      note = Buffer.from(change(bytes.toString('utf8')));
      response.writeHead(204).end();
    } else response.writeHead(200, { 'Content-Type': 'text/plain; charset=utf-8' }).end(note);
  });
  const baseUrl = await startTestServer(server, onTestFinished);
  const { findings } = await verify({ contract: await contractWith(description), baseUrl, categories: ['lifecycles'] });
  return [...new Set(findings.filter(({ check }) => check === 'read-returns-written').map(({ severity }) => severity))];
}

const stores = {
  'trims it': (text: string) => text.trim(),
  'changes its line ends': (text: string) => text.replaceAll('\r\n', '\n'),
  'does not change it': (text: string) => text,
};

test.each<[string, keyof typeof stores, readonly string[]]>([
  ['Stores the text without any change.', 'trims it', ['error']],
  ['Stores the text without any change.', 'changes its line ends', ['error']],
  ['The note is returned exactly as it was written.', 'trims it', ['error']],
  ['Stores the text without any change.', 'does not change it', []],
  ['Stores the text.', 'trims it', ['warning']],
  ['Stores the text unchanged, except for white space at the end.', 'trims it', ['warning']],
  ['Fails if it was changed. Clients keep it as they like.', 'trims it', ['warning']],
])('"%s" and a store that %s: %j', async (description, store, severities) => {
  expect(await severitiesFor(description, stores[store])).toEqual(severities);
});
