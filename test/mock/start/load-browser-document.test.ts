import { expect, it } from 'vitest';
import { stringify } from 'yaml';
import { loadBrowserDocument } from '../../../mock/start/load-browser-document.ts';
import { shop } from '../integrations/shop.ts';

const operations = async (spec: Parameters<typeof loadBrowserDocument>[0]) =>
  (await loadBrowserDocument(spec)).operations.map(({ id }) => id);

it('a document is an object, or a text in JSON or YAML', async () => {
  const specs = [shop, JSON.stringify(shop), ` \n${JSON.stringify(shop, undefined, 2)}`, stringify(shop)];
  for (const spec of specs) expect(await operations(spec)).toEqual(['listOrders', 'createOrder']);
});

it('an address is that of a document, as a text or a URL', async () => {
  const address = `data:application/json,${encodeURIComponent(JSON.stringify(shop))}`;
  expect(await operations(address)).toEqual(['listOrders', 'createOrder']);
  expect(await operations(new URL(address))).toEqual(['listOrders', 'createOrder']);
  await expect(operations('data:')).rejects.toMatchObject({ code: 'spec-unreadable' });
});

it.each(['order.yaml#/Order', './order.yaml', 'https://other.test/order.yaml'])(
  'the reference %s to another file is an error at its line, because it would not be read',
  async ($ref) => {
    const content = { 'application/json': { schema: { $ref } } };
    const paths = { '/orders': { get: { responses: { 200: { description: 'All', content } } } } };
    await expect(operations({ ...shop, paths })).rejects.toMatchObject({
      code: 'spec-ref',
      detail: `a browser cannot read the other file of the reference ${$ref}`,
      where: expect.stringMatching(/:\d+$/),
    });
  },
);

it('references within the document are resolved, also recursive ones', async () => {
  const schemas = { Order: { type: 'object', properties: { parent: { $ref: '#/components/schemas/Order' } } } };
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } };
  const paths = { '/orders': { get: { operationId: 'list', responses: { 200: { description: 'All', content } } } } };
  expect(await operations({ ...shop, paths, components: { schemas } })).toEqual(['list']);
});
