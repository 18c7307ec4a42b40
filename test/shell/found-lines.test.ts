/** What `verify` prints for a contract and an implementation that try to act in the shell of the reader. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runPlantStore } from '../cli/support.ts';
import { fileOf, temporaryFolder } from '../pact/support.ts';
import { canary, type Pasting, paste, runScript } from './run-in-shell.ts';

const MARKED = '\ue000$(touch PWNED)\ue001';
const HISTORY = '!#;touch PWNED;#';

/** A name of a header or of a scheme, a value of a query, a path, a text: each is a command where it is not quoted. */
const document = {
  openapi: '3.1.0',
  info: { title: 'T', version: '1' },
  security: [{ odd: [] }],
  components: { securitySchemes: { odd: { type: 'http', scheme: '$(touch PWNED)' } } },
  paths: {
    '/things': {
      post: {
        operationId: '--help',
        parameters: [
          { name: 'q', in: 'query', required: true, schema: { enum: [MARKED] } },
          { name: 'X-Note', in: 'header', required: true, schema: { enum: [HISTORY] } },
        ],
        requestBody: { required: true, content: { 'text/plain': { schema: { enum: ['@canary'] } } } },
        responses: { 201: thing(), 400: { description: 'Refused' }, 401: { description: 'Refused' } },
      },
    },
    '/things/{id}': {
      get: {
        operationId: "it's",
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: { 200: thing(), 401: { description: 'Refused' }, 404: { description: 'None' } },
      },
    },
  },
};

function thing() {
  const schema = { type: 'object', required: ['id'], properties: { id: { type: 'string' } } };
  return { description: 'A thing', content: { 'application/json': { schema } } };
}

/** Created records have ids that contain the marks; reading one returns an undeclared response. */
const hostile: RequestListener = (request, response) => {
  request.setEncoding('utf8').on('data', (text: string) => received.push(text));
  received.push(request.url ?? '', JSON.stringify(request.headers));
  if (request.headers.authorization === undefined) return response.writeHead(401).end();
  response.setHeader('Content-Type', 'application/json');
  response.setHeader('X-Odd', HISTORY);
  if (request.method === 'POST') return response.writeHead(201).end(JSON.stringify({ id: `${MARKED}${made++}` }));
  return response.writeHead(200).end(JSON.stringify({ id: 7 }));
};
let made = 0;
const received: string[] = [];

async function served(): Promise<string> {
  const server = createServer(hostile);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

/** Replaces the kit: writes its arguments, one JSON array per line. */
const STUB = `#!${process.execPath}
require('node:fs').appendFileSync(process.env.CALLS, JSON.stringify(process.argv.slice(2)) + '\\n');
`;

test('runs nothing from a document or response, and replay gets the printed arguments', async () => {
  const spec = path.join(temporaryFolder(), "it's $(touch PWNED) !#.json");
  writeFileSync(spec, JSON.stringify(document));
  const report = fileOf('', 'report.json');
  const url = await served();
  const verified = await runPlantStore(
    ['verify', url, '--spec', spec, '--seed', '1', '--verbose', '--report', `json=${report}`],
    's3cret-token',
  );
  expect(verified.exitCode, verified.stderr).toBe(1);
  const found = evidenceIn(readFileSync(report, 'utf8'));
  const curls = found.map(({ curl }) => curl);
  const replays = found.map(({ replay }) => replay);
  expect(curls.filter((line) => line.includes('touch PWNED')).length).toBeGreaterThan(3);
  expect(curls.filter((line) => line.includes('%EE%80%80%24(touch%20PWNED)%EE%80%81')).length).toBeGreaterThan(0);
  const printed = [...verified.stdout.matchAll(/^ {2}(?:curl|replay) +(.*)$/gm)].map(([, line]) => line);
  expect(printed.length).toBeGreaterThan(5);
  expect([...curls, ...replays]).toEqual(expect.arrayContaining(printed));
  for (const line of [...curls, ...replays]) expect(line).toMatch(/^[\x20-\x7e]+$/);

  const guard = canary();
  const calls = fileOf('', 'calls');
  const bin = temporaryFolder();
  writeFileSync(path.join(bin, 'plant-store'), STUB, { mode: 0o755 });
  const pasting: Pasting = {
    lines: [...curls.map((line) => `${line} -s -o /dev/null`), ...replays],
    folder: guard.folder,
    environment: {
      ...guard.environment,
      PATH: `${bin}:${process.env['PATH']}`,
      CALLS: calls,
      PLANT_STORE_TOKEN: 's3cret-token',
    },
    done: () => Promise.resolve(),
  };
  for (const shell of ['sh', 'dash', 'zsh']) await runScript(shell, pasting);
  await paste('bash --norc --noprofile -i', pasting);
  guard.check(received.join('\n'));
  const words = readFileSync(calls, 'utf8')
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  expect(words).toHaveLength(4 * replays.length);
  for (const [index, { caseId }] of [...found, ...found, ...found, ...found].entries())
    expect(words[index]).toEqual(
      caseId.startsWith('-') ? ['replay', '--spec', spec, '--', caseId, url] : ['replay', caseId, url, '--spec', spec],
    );
});

test('the printed command replays a case whose name starts with a hyphen', async () => {
  const spec = fileOf(JSON.stringify(document), 'spec.json');
  const url = await served();
  const args = ['replay', '--spec', spec, '--', '--help/valid-bodies/full', url];
  const { stdout, exitCode } = await runPlantStore(args, 's3cret-token');
  expect(stdout).toContain('--help/valid-bodies/full');
  expect(exitCode).toBe(0);
});

interface Printed {
  readonly caseId: string;
  readonly curl: string;
  readonly replay: string;
}

/** Of all findings with an exchange. */
function evidenceIn(text: string): readonly Printed[] {
  const found: Printed[] = [];
  JSON.parse(text, (_key, value: unknown) => {
    if (isPrinted(value)) found.push(value);
    return value;
  });
  return found;
}

function isPrinted(value: unknown): value is Printed {
  return typeof value === 'object' && value !== null && ['caseId', 'curl', 'replay'].every((key) => key in value);
}
