/**
 * Bundles engines into the modules of dist/ that import them, so that users of the package install none of their
 * packages: half of these packages are never loaded, and the rest has source maps, types and several builds.
 */
import { cpSync, writeFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type OutputChunk, rolldown } from 'rolldown';
import { licencesText } from './licences.ts';

interface Bundle {
  /** The module in which the engine is imported; the bundle replaces it. */
  readonly module: string;
  /** Another module with the same exports to make the bundle from. */
  readonly input?: string;
  /** The packages that are included, with their dependencies. */
  readonly engines: readonly string[];
}

export const bundles: readonly Bundle[] = [
  {
    module: 'mock/respond/prism-modules.js',
    input: '.ci/engines/prism.mjs',
    engines: ['@stoplight/prism-core', '@stoplight/prism-http', 'json-schema-faker', 'seedrandom'],
  },
  { module: 'mock/storage/redis/redis-connection.js', engines: ['@redis/client'] },
  { module: 'mock/start/tls.js', engines: ['selfsigned'] },
  { module: 'contracts/pact/compare/comparator.js', engines: ['@pactflow/openapi-pact-comparator'] },
];

const swaggerFolder = 'node_modules/swagger-ui-dist';
const swaggerCopies = 'mock/console/swagger-ui';
/** The two files that the console serves, and their licences. */
const swaggerFiles = [
  'swagger-ui-bundle.js',
  'swagger-ui.css',
  'swagger-ui-bundle.js.LICENSE.txt',
  'LICENSE',
  'NOTICE',
];

/** Packages that the engines import and never use here, by the module that replaces them. */
const unused: Readonly<Record<string, string>> = {
  'postman-collection': 'export {};',
  'node-fetch': 'export {};',
  // mock/respond/prism-engine.ts sets the Faker of each value itself.
  '@faker-js/faker': 'export const faker = {};',
};

const requireAsPrism = createRequire(createRequire(import.meta.url).resolve('@stoplight/prism-http'));

const alias = {
  // Prism's own copies of these two, in the form that it requires.
  'json-schema-faker': requireAsPrism.resolve('json-schema-faker'),
  seedrandom: requireAsPrism.resolve('seedrandom'),
  // Its other form hides its requires from bundlers.
  'jsonc-parser': requireAsPrism.resolve('jsonc-parser').replace('/umd/', '/esm/'),
};

/** Needs the compiled modules in dist/. Writes the licences of all that is included to dist/LICENSES.txt. */
export async function bundleEngines(): Promise<void> {
  const included = new Set<string>();
  for (const bundle of bundles) for (const folder of includedPackages(await writeBundle(bundle))) included.add(folder);
  for (const file of swaggerFiles) cpSync(path.join(swaggerFolder, file), path.join('dist', swaggerCopies, file));
  included.add(swaggerFolder);
  writeFileSync('dist/LICENSES.txt', licencesText([...included]));
}

async function writeBundle({ module, input, engines }: Bundle): Promise<OutputChunk> {
  const output = path.join('dist', module);
  const build = await rolldown({
    input: path.resolve(input ?? output),
    platform: 'node',
    resolve: { alias },
    plugins: [
      {
        name: 'engines',
        resolveId: (name, importer) => {
          if (importer === undefined) return null;
          if (Object.hasOwn(unused, name)) return `\0${name}`;
          if (isBuiltin(name)) return { id: name, external: true };
          // Other modules of the kit stay where they are.
          const isOwn = !importer.includes(`${path.sep}node_modules${path.sep}`);
          const isEngine = engines.some((engine) => name === engine || name.startsWith(`${engine}/`));
          return isOwn && !isEngine ? { id: name, external: true } : null;
        },
        // Its only export is a property of `this`, which bundlers do not recognise.
        transform: (code, id) =>
          id.includes('/uri-template-lite/') ? code.replaceAll('this.URI', 'exports.URI') : null,
        load: (id) => (id.startsWith('\0') ? (unused[id.slice(1)] ?? null) : null),
      },
    ],
    onLog: (level, { message }) => {
      if (level === 'warn') throw new Error(`${module}: ${message}`);
    },
  });
  // Names are kept, so that errors and stack traces can be read.
  const minify = { mangle: false, compress: false, codegen: { removeWhitespace: true } };
  const { output: chunks } = await build.write({ file: output, format: 'esm', minify, codeSplitting: false });
  await build.close();
  // What a bundler does not understand fails here, and not in the middle of a request.
  await import(pathToFileURL(output).href);
  return chunks[0];
}

/** The folders of the packages from which something was included. */
function includedPackages({ modules }: OutputChunk): readonly string[] {
  const files = Object.keys(modules).map((file) => path.relative('', file));
  const folders = files.map((file) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]);
  return folders.filter((folder) => folder !== undefined);
}
