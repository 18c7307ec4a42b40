/** Compiles and runs the TypeScript, JavaScript and JSON of the documents. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startMock } from '../../mock/index.ts';
import { send } from '../mock/support.ts';
import { blocksOf, codesIn, mockPages, tableIn } from './parse-page.ts';

const execute = promisify(execFile);
const typescript = path.resolve('node_modules/typescript/bin/tsc');
const fromSource = path.resolve('test/docs/from-source.ts');

const api = 'docs/reference/api.md';
const tools = 'docs/how-to/use-it-with-your-tools.md';

/** The examples with `vitest` or `playwright` after their language are run by test/mock/in-tests-doc.test.ts. */
const snippets = [
  ...[...mockPages, api].flatMap((page) => blocksOf(page, 'ts')),
  ...blocksOf('docs/how-to/use-hooks.md', 'ts hooks.ts'),
  ...blocksOf('docs/how-to/add-your-own-data-and-behaviour.md', 'ts plant-store.config.ts'),
  ...['ts vite.config.ts', 'ts next.config.ts'].flatMap((kind) => blocksOf(tools, kind)),
];

/** Tests, which test/docs/api.test.ts and test/examples/vitest.test.ts run. */
const tests = [...blocksOf(api, 'ts vitest'), ...blocksOf(tools, 'ts vitest')];

const signatures = blocksOf(api, 'ts signature');

/** Each declared function must have the type of the exported one, in both directions. */
function signatureCheck(text: string): string {
  const [, module = ''] = /from '(.*)'/.exec(text) ?? [];
  // Overloads are declared several times.
  const names = new Set([...text.matchAll(/declare function (\w+)/g)].map(([, name = '']) => name));
  return [
    `import * as actual from '${module}';`,
    text,
    ...Array.from(
      names,
      (name) => `export const ${name}Check: [typeof actual.${name}, typeof ${name}] = [${name}, actual.${name}];`,
    ),
  ].join('\n');
}

/** Adds the lines that the examples leave out. */
function whole(text: string): string {
  if (text.includes('plant-store/verify') || text.includes('defineConfig') || text.includes('rewrites')) return text;
  const module = text.includes('import ') ? '' : "import { startMock } from 'plant-store/mock';\n";
  return text.includes('mock') || module !== '' ? `${module}${text}\nawait mock.close();\n` : text;
}

function recordOf(type: string, keys: readonly string[]): string {
  const unique = [...new Set(keys)].map((key) => `${JSON.stringify(key)}: true`);
  return `export const ${type.replaceAll(/\W/g, '')}: Record<${type}, true> = { ${unique.join(', ')} };`;
}

const firstColumn = (page: string, heading: string) => tableIn(page, heading).flatMap(([first]) => codesIn(first));
const nameOf = (code: string) => code.replace(/\(.*$/, '');

/** The names in a table must be exactly those of the type. */
const tables = [
  "import type { JournalAdmin, JournalFilter, Limits, Mock, MockOptions, RecordsAdmin, RuleCondition, RuleEffect, ScenarioAdmin } from 'plant-store/mock';",
  "import type { VerifyOptions } from 'plant-store/verify';",
  "import type { ComparePactsOptions, RecordOptions, VerifyPactsOptions } from 'plant-store/pact';",
  "import type { Preferences } from '../../mock/respond/preferences.ts';",
  recordOf('keyof MockOptions', firstColumn(api, 'option')),
  recordOf('Extract<keyof Mock, string>', firstColumn(api, 'member').map(nameOf)),
  ...['Journal', 'Records', 'Scenario'].map((admin) =>
    recordOf(`keyof ${admin}Admin`, firstColumn(api, `\`mock.${admin.toLowerCase()}\``).map(nameOf)),
  ),
  recordOf('keyof VerifyOptions', firstColumn(api, '`verify` option')),
  recordOf('keyof ComparePactsOptions', firstColumn(api, '`comparePacts` option')),
  recordOf('keyof VerifyPactsOptions', firstColumn(api, '`verifyPacts` option')),
  recordOf('keyof RecordOptions', firstColumn(api, '`recordPact` option')),
  recordOf('keyof Limits', codesIn(tableIn(api, 'option').find(([first]) => first === '`limits`')?.[1])),
  recordOf('keyof RuleCondition', firstColumn('docs/how-to/simulate-errors-and-delays.md', '`when`')),
  recordOf('keyof RuleEffect', firstColumn('docs/how-to/simulate-errors-and-delays.md', '`then`')),
  recordOf('keyof JournalFilter', firstColumn('docs/reference/control-api.md', 'filter')),
  recordOf(
    'keyof Preferences',
    firstColumn('docs/how-to/simulate-errors-and-delays.md', 'preference').map((code) => code.replace(/=.*$/, '')),
  ),
];

let folder: string;
beforeAll(async () => {
  // Within the repository, so that packages are found.
  folder = await mkdtemp(path.resolve('test/.docs-'));
  await cp('spec/plant-store.yaml', path.join(folder, 'api.yaml'));
  await writeFile(
    path.join(folder, 'tsconfig.json'),
    '{ "extends": "../../tsconfig.json", "include": ["*.ts", "../../spec/*.d.ts"] }',
  );
  await writeFile(path.join(folder, 'tables.ts'), tables.join('\n'));
  for (const [index, { text }] of snippets.entries())
    await writeFile(path.join(folder, `snippet-${index}.ts`), whole(text));
  for (const [index, { text }] of signatures.entries())
    await writeFile(path.join(folder, `signature-${index}.ts`), signatureCheck(text));
  for (const [index, { text }] of tests.entries()) await writeFile(path.join(folder, `tests-${index}.ts`), text);
  return () => rm(folder, { recursive: true });
});

it('the TypeScript matches the types, and tables list exactly the existing names', async () => {
  const outcome = await execute(process.execPath, [typescript, '-p', folder]).catch((error) => error);
  // The kit's own files, which are included, are checked elsewhere.
  const errors = String(outcome.stdout)
    .split('\n')
    .filter((line) => line.includes('.docs-'));
  expect(errors).toEqual([]);
});

describe('a snippet in TypeScript', () => {
  it.each(snippets.map(({ at }, index) => ({ at, index })))('$at runs', async ({ index }) => {
    const args = ['--import', fromSource, `snippet-${index}.ts`];
    const { stderr } = await execute(process.execPath, args, { cwd: folder });
    expect(stderr).toBe('');
  });
});

it('the script for a page receives violations', async () => {
  const mock = await startMock();
  onTestFinished(() => mock.close());
  const [script] = blocksOf('docs/reference/control-api.md', 'js');
  const code = `${script?.text.replaceAll('http://127.0.0.1:4010', mock.url)}
    events.onopen = () => fetch('${mock.url}/plants', { method: 'POST', body: '{}' });
    const warn = console.warn;
    console.warn = (received) => { warn(JSON.stringify(received)); events.close(); };`;
  await writeFile(path.join(folder, 'page.mjs'), code);
  const { stderr } = await execute(process.execPath, ['--experimental-eventsource', '--no-warnings', 'page.mjs'], {
    cwd: folder,
    timeout: 300_000,
  });
  const [entry] = await mock.journal.list();
  expect(JSON.parse(stderr)).toEqual(JSON.parse(JSON.stringify(entry?.violations)));
  expect(entry?.violations).not.toEqual([]);
});

it('the initial records are loaded', async () => {
  const [json] = blocksOf('docs/reference/records.md', 'json');
  const file = path.join(folder, 'records.json');
  await writeFile(file, json?.text ?? '');
  const responses = {
    200: {
      description: 'All',
      content: { 'application/json': { schema: { type: 'array', items: { type: 'object' } } } },
    },
  };
  const id = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'integer' } });
  const one = {
    200: {
      description: 'One',
      content: {
        'application/json': {
          schema: { type: 'object', properties: { id: { type: 'integer' } }, additionalProperties: true },
        },
      },
    },
  };
  const spec = {
    openapi: '3.0.3',
    info: { title: 'Todos', version: '1.0.0' },
    paths: {
      '/todos': { get: { responses } },
      '/todos/{id}': { get: { parameters: [id('id')], responses: one } },
      '/users/{userId}/orders': { get: { parameters: [id('userId')], responses } },
      '/users/{userId}/orders/{id}': { get: { parameters: [id('userId'), id('id')], responses: one } },
      '/categories': { get: { responses } },
      '/me': { get: { responses: one } },
    },
  };
  const mock = await startMock({ spec, records: file });
  onTestFinished(() => mock.close());
  expect((await send(`${mock.url}/todos/1`)).json).toEqual({ id: 1, title: 'Water the fern' });
  expect((await send(`${mock.url}/users/7/orders`)).json).toEqual([]);
  expect((await send(`${mock.url}/categories`)).json).toEqual([{ id: 1, name: 'Food' }]);
  expect((await send(`${mock.url}/me`)).json).toEqual({ name: 'Ann' });
});
