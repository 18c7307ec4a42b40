/** The rules of a Redocly configuration of the user. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { lintWithRedocly } from '../../contracts/lint/lint.ts';
import { loadUserLinter } from '../../contracts/lint/redocly.ts';
import { loadContract } from '../../spec/loading/load-contract.ts';
import { temporaryFolder } from '../pact/support.ts';

const document = `openapi: 3.0.3
info: { title: Things, version: 1.0.0 }
paths:
  /things:
    get:
      operationId: listThings
      responses: { '200': { description: All, content: { text/plain: {} } } }
    post:
      operationId: addThing
      summary: Adds one
      responses: { '204': { description: Added } }
  /things/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getThing
      responses: { '204': { description: There } }
`;

async function findingsWith(configuration: string, others: Readonly<Record<string, string>> = {}) {
  const folder = temporaryFolder();
  const files = { 'api.yaml': document, 'redocly.yaml': configuration, ...others };
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  const linter = await loadUserLinter(path.join(folder, 'redocly.yaml'));
  const contract = await loadContract(path.join(folder, 'api.yaml'));
  const findings = await lintWithRedocly(contract, { ...linter, file: 'redocly.yaml' });
  return findings
    .filter(({ check }) => check.startsWith('redocly-'))
    .map(({ check, severity, subject, received, place }) => [check, severity, subject, place.line, received]);
}

test('are reported with their severity, operation, line and message', async () => {
  const configuration = `rules:
  operation-summary: error
  rule/ids-name-the-method:
    subject: { type: Operation, property: operationId }
    assertions: { pattern: /^(list|get)/ }
    message: Name the method
    severity: warn
`;
  const message = 'Operation object should contain `summary` field.';
  expect(await findingsWith(configuration)).toEqual([
    ['redocly-operation-summary', 'error', 'listThings', 5, message],
    ['redocly-operation-summary', 'error', 'getThing', 14, message],
    ['redocly-rule-ids-name-the-method', 'warning', 'addThing', 9, 'Name the method'],
  ]);
});

test('are those of plugins too', async () => {
  const plugin = `export default () => ({
  id: 'own',
  rules: { oas3: { 'no-get': () => ({ PathItem: (item, { report, location }) => {
    if (item.get !== undefined) report({ message: 'no GET', location: location.child('get') });
  } }) } },
});`;
  const found = await findingsWith('plugins: [./plugin.mjs]\nrules: { own/no-get: warn }\n', { 'plugin.mjs': plugin });
  expect(found).toEqual([
    ['redocly-own-no-get', 'warning', 'listThings', 5, 'no GET'],
    ['redocly-own-no-get', 'warning', 'getThing', 14, 'no GET'],
  ]);
});

test('leave out what the ignore file lists, what is off, and what the kit reports itself', async () => {
  const ignored = "api.yaml:\n  operation-summary:\n    - '#/paths/~1things/get/summary'\n";
  const rules = '{ operation-summary: warn, operation-operationId: off, path-parameters-defined: off }';
  const found = await findingsWith(`rules: ${rules}\n`, { '.redocly.lint-ignore.yaml': ignored });
  expect(found.map(([check, , subject]) => [check, subject])).toEqual([['redocly-operation-summary', 'getThing']]);
  expect(await findingsWith('rules: { no-identical-paths: error, no-ambiguous-paths: error }\n')).toEqual([]);
});

test('are those of the API in the configuration that has this document', async () => {
  const configuration = `apis:
  things: { root: api.yaml, rules: { operation-summary: error } }
  others: { root: others.yaml, rules: { operation-description: error } }
rules: { operation-summary: off }
`;
  const found = await findingsWith(configuration);
  expect(found.map(([check]) => check)).toEqual(['redocly-operation-summary', 'redocly-operation-summary']);
});

test.each([
  ['an unknown rule', 'rules: { no-such-rule: error }\n', 'Property `no-such-rule` is not expected here.'],
  [
    'a severity that does not exist',
    'rules: { operation-summary: fatal }\n',
    'can be one of the following only: "error", "warn", "off"',
  ],
  ['broken YAML', 'rules: {\n', 'redocly.yaml'],
  ['a missing plugin', 'plugins: [./none.mjs]\n', 'none.mjs'],
])('%s is an error that names the file', async (_name, text, message) => {
  const file = path.join(temporaryFolder(), 'redocly.yaml');
  writeFileSync(file, text);
  const error = await loadUserLinter(file).catch((cause: unknown) => cause);
  expect(error).toMatchObject({ code: 'lint-config-invalid', detail: expect.stringContaining(`${file}: `) });
  expect(error).toMatchObject({ detail: expect.stringContaining(message) });
});

test('a file that does not exist is an error that names it', async () => {
  const file = path.join(temporaryFolder(), 'none.yaml');
  await expect(loadUserLinter(file)).rejects.toMatchObject({ code: 'lint-config-invalid' });
});
