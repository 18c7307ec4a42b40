/** The kit is for any contract: no source but the contract itself and the hand-written consumer knows the Plant Store. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** All that runs or is built. */
const looked = [
  ...['spec', 'mock', 'contracts', 'cli', '.ci', '.github'],
  ...[
    'errors.ts',
    'platform',
    'secrets',
    'shell',
    'sanitize.ts',
    'docker-compose.yml',
    'package.json',
    'ARCHITECTURE.md',
  ],
  ...['biome.json', 'tsconfig.json', 'tsconfig.build.json', 'vitest.config.ts', '.dockerignore'],
];

const allowed: readonly { readonly path: string; readonly reason: string }[] = [
  { path: 'spec/plant-store.yaml', reason: 'the home contract' },
  { path: 'contracts/pact/consumer/', reason: 'the hand-written consumer of the home contract' },
  { path: 'contracts/pacts/', reason: 'what that consumer wrote down' },
];

/** What the product is called: package, command, environment variables, default document. */
const productName = /plant[-_ ]?store/gi;
/** Paths, operations, schemas, properties and examples of the home contract and of those that tests have about plants. */
const known = /plant|\bferns?\b|\bgardens?\b|\bpots\b|\bsoil\b|\bmonstera\b/i;

const files = looked.flatMap(filesIn).filter((file) => !allowed.some(({ path: start }) => file.startsWith(start)));

test('only the home contract and its consumer know what the home contract describes', () => {
  expect(files.length).toBeGreaterThan(500);
  expect(files.flatMap(wordsOfPlants)).toEqual([]);
});

test.each(allowed)('$path is exempt for a reason that still holds: $reason', ({ path: start }) => {
  const exempt = filesIn(start.replace(/\/$/, ''));
  expect(exempt.flatMap(wordsOfPlants)).not.toEqual([]);
});

test.each([
  'await fetch(`http://127.0.0.1:4010/plants`)',
  "operation === 'createPlant'",
  '// such as #/components/schemas/NewPlant',
  'plant-store verify https://plants.example.com',
])('the words of plants are found in: %s', (line) => {
  expect(known.test(line.replaceAll(productName, ''))).toBe(true);
});

test('the name of the product is none of them', () => {
  expect(known.test('PLANT_STORE_TOKEN=t npx plant-store mock # the Plant Store'.replaceAll(productName, ''))).toBe(
    false,
  );
});

function wordsOfPlants(file: string): readonly string[] {
  return readFileSync(path.join(root, file), 'utf8')
    .split('\n')
    .map((line, index) => ({ line, place: `${file}:${index + 1}` }))
    .filter(({ line }) => known.test(line.replaceAll(productName, '')))
    .map(({ line, place }) => `${place}: ${line.trim().slice(0, 120)}`);
}

/** A folder that does not exist has none. An interrupted build of the site leaves its pages in `.temp`. */
function filesIn(name: string): readonly string[] {
  const entry = statSync(path.join(root, name), { throwIfNoEntry: false });
  if (entry === undefined) return [];
  if (entry.isFile()) return [name];
  return readdirSync(path.join(root, name), { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile() && !/node_modules|\.vitepress.\.temp/.test(one.parentPath))
    .map((one) => path.relative(root, path.join(one.parentPath, one.name)));
}
