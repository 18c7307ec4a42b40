/** One request has one severity, whatever test category sends it. */

import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadContract } from '../../spec/loading/load-contract.ts';
import { temporaryFolder } from '../pact/support.ts';
import { verify } from './support.ts';
import { startTestServer } from './test-server.ts';

test('reports undeclared rejections of unbounded numbers as warnings in all categories', async () => {
  const schema = { type: 'integer' };
  const document = {
    openapi: '3.0.3',
    info: { title: 'Pages', version: '1.0.0' },
    paths: {
      '/pages': {
        get: {
          operationId: 'listPages',
          parameters: [{ name: 'offset', in: 'query', schema, example: 7 }],
          responses: { 200: { description: 'OK' } },
        },
      },
    },
  };
  const file = path.join(temporaryFolder(), 'pages.json');
  writeFileSync(file, JSON.stringify(document));
  const contract = await loadContract(file);
  const server = createServer((request, response) => {
    const offset = /[?&]offset=([^&]*)/.exec(request.url ?? '')?.[1];
    const isAccepted = offset === undefined || (/^\d+$/.test(offset) && Number(offset) < 100);
    response.writeHead(isAccepted ? 200 : 400).end();
  });
  const baseUrl = await startTestServer(server, onTestFinished);
  const { findings } = await verify({ contract, baseUrl, categories: ['parameters', 'random'] });
  const rejections = findings.filter(({ check }) => check === 'valid-accepted');
  expect(rejections.map(({ severity }) => severity)).toContain('warning');
  expect(rejections.map(({ severity }) => severity)).not.toContain('error');
});
