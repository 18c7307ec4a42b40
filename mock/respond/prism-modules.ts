/**
 * The only module that imports Prism. The build replaces it with a bundle of the same exports, made of
 * .ci/engines/prism.mjs, so that users of the package do not install Prism and what it never uses.
 */
import { createRequire } from 'node:module';
import { FAKER_PACKAGE } from '../made-up/faker.ts';
import { lazyExports, withLazyModules } from './lazy-modules.ts';

interface Prism {
  readonly core: typeof import('@stoplight/prism-core');
  readonly mocker: typeof import('@stoplight/prism-http/dist/mocker/index.js');
  readonly operations: typeof import('@stoplight/prism-http/dist/utils/operations.js');
}

interface JsonSchemaFaker {
  option(name: string, value: unknown): void;
  extend(name: string, make: () => object): void;
}

export interface Faker {
  seed(seed?: number): number;
  setDefaultRefDate(date?: string | number): void;
}

interface Fakers {
  readonly faker: Faker;
  readonly allFakers: Readonly<Record<string, Faker>>;
}

const requireHere = createRequire(import.meta.url);
// Prism has its own copies of its dependencies; options set on other copies would have no effect.
const requireAsPrism = createRequire(requireHere.resolve('@stoplight/prism-http'));

export const { core, mocker, operations } = loadPrism();
export const { JSONSchemaFaker }: { JSONSchemaFaker: JsonSchemaFaker } = requireAsPrism('json-schema-faker');
export const seedrandom: (seed: string) => () => number = requireAsPrism('seedrandom');

export function loadFakers(): Fakers {
  return requireAsPrism(FAKER_PACKAGE);
}

/**
 * Uses require, because the result of importing a transpiled default export differs between Node and Vitest. Postman
 * collections, which are not OpenAPI documents, and Faker, which static values do not need, are loaded lazily: they
 * take half of the load time.
 */
function loadPrism(): Prism {
  const requireAsSpec = createRequire(requireAsPrism.resolve('@stoplight/http-spec/oas'));
  const lazyModules = [
    {
      require: requireAsSpec,
      name: 'postman-collection',
      exports: lazyExports(() => requireAsSpec('postman-collection')),
    },
    {
      require: requireAsPrism,
      name: FAKER_PACKAGE,
      exports: { faker: lazyExports(() => loadFakers().faker) },
    },
  ];
  return withLazyModules(lazyModules, () => ({
    core: requireHere('@stoplight/prism-core'),
    mocker: requireHere('@stoplight/prism-http/dist/mocker/index.js'),
    operations: requireHere('@stoplight/prism-http/dist/utils/operations.js'),
  }));
}
