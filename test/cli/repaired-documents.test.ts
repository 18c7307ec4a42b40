/** What the commands do with a document that is not valid OpenAPI. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../pact/support.ts';
import { runPlantStore } from './support.ts';

const folder = temporaryFolder();

function write(text: string): string {
  const file = path.join(folder, 'api.yaml');
  writeFileSync(file, text);
  return file;
}

const flawed = `openapi: 3.0.3
info: {title: Things}
paths:
  things/{id}:
    get:
      responses: {'200': {description: ok, content: {application/json: {schema: {type: string, enum: []}}}}}
`;

const repairs = [
  'repaired: 4 places of the document are not valid OpenAPI; --strict-spec rejects it',
  'an info without "version"',
  'api.yaml:4): it is read as /things/{id}; begin it with a slash',
  'api.yaml:5): it is any text; declare it',
  'api.yaml:6): it is ignored; list the values or remove it',
];

test.each([
  ['pact record', ['pact', 'record']],
  ['explain resources', ['explain', 'resources']],
])('%s reads a repaired document', async (_name, args) => {
  const { exitCode, stderr } = await runPlantStore([...args, '--spec', write(flawed)]);
  expect(exitCode).toBe(0);
  for (const line of repairs) expect(stderr.replaceAll(/\s+/g, ' ')).toContain(line);
});

test.each([
  ['with --strict-spec', ['pact', 'record', '--strict-spec']],
  ['for the gate', ['gate', '--out', path.join(folder, 'report')]],
])('a document that is not valid is rejected %s, with each place', async (_title, args) => {
  const { exitCode, stderr, stdout } = await runPlantStore([...args, '--spec', write(flawed)]);
  expect([exitCode, `${stderr}${stdout}`]).toEqual([2, expect.stringContaining('The document is not valid OpenAPI')]);
  expect(stderr).not.toContain('repaired');
});

test('a mistake without a clear meaning is rejected with its line', async () => {
  const text = flawed.replace('{type: string, enum: []}', "{$ref: '#/components/schemas/Thing'}");
  const { exitCode, stderr } = await runPlantStore(['pact', 'record', '--spec', write(text)]);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('api.yaml:6')]);
});

test('a reference without a target disables only its operation, and is rejected where the document must be valid', async () => {
  const text = `openapi: 3.0.3
info: {title: Things, version: "1"}
paths:
  /things: {get: {responses: {'200': {description: ok}}}}
  /others: {get: {responses: {'200': {$ref: 'others.yaml#/Ok'}}}}
`;
  const lenient = await runPlantStore(['explain', 'resources', '--spec', write(text)]);
  expect([lenient.exitCode, lenient.stdout]).toEqual([0, expect.stringContaining('GET /things')]);
  expect(lenient.stdout).not.toContain('GET /others');
  const listed = lenient.stderr.replaceAll(/\s+/g, ' ');
  expect(listed).toMatch(
    /the operation GET \/others \(\S*api\.yaml:5\): it is not served and not tested, since \S*others\.yaml: no such file/,
  );
  const strict = await runPlantStore(['pact', 'record', '--strict-spec', '--spec', write(text)]);
  expect([strict.exitCode, strict.stderr]).toEqual([2, expect.stringContaining('others.yaml: no such file')]);
});
