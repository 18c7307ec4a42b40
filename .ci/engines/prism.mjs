/** What mock/respond/prism-modules.ts loads from Prism, without the packages that it never needs: see bundle.ts. */
import { createRequire } from 'node:module';
import core from '@stoplight/prism-core';
import mocker from '@stoplight/prism-http/dist/mocker/index.js';
import operations from '@stoplight/prism-http/dist/utils/operations.js';
import generator from 'json-schema-faker';
import seedrandom from 'seedrandom';

const require = createRequire(import.meta.url);

export const { JSONSchemaFaker } = generator;
export { core, mocker, operations, seedrandom };

/** On first use: it takes half of the load time. */
export function loadFakers() {
  return require('@faker-js/faker');
}
