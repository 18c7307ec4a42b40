/** Values of one object that follow from others of it. */
import { expect, it, test } from 'vitest';
import { makeUpObject } from './support.ts';

const text = { type: 'string' };
const integer = { type: 'integer' };

it('a slug follows from the name', async () => {
  const { name, slug } = await makeUpObject('Product', { name: text, slug: text });
  expect(slug).toBe(String(name).toLowerCase().replaceAll(' ', '-'));
});

it('a slug that the contract gives stays', async () => {
  expect(await makeUpObject('Product', { name: text, slug: { ...text, default: 'lamp' } })).toMatchObject({
    slug: 'lamp',
  });
});

test.each(['itemCount', 'itemsCount', 'numberOfItems'])('%s is the length of items', async (count) => {
  const line = { type: 'object', required: ['note'], properties: { note: text } };
  const cart = await makeUpObject('Cart', { items: { type: 'array', minItems: 2, items: line }, [count]: integer });
  expect(cart[count]).toBe(2);
});

test.each(['a', 'b', 'c', 'd', 'e', 'f'])('a product with stock is in stock (%s)', async (key) => {
  const product = { stock: { ...integer, minimum: 1 }, inStock: { type: 'boolean' } };
  const { inStock } = await makeUpObject('Product', product, { mode: 'varied', key });
  expect(inStock).toBe(true);
});

it('an object has the identifier that is beside it', async () => {
  const uuid = { type: 'string', format: 'uuid' };
  const customer = { type: 'object', required: ['id', 'name'], properties: { id: uuid, name: text } };
  const made = await makeUpObject('Order', { customerId: uuid, customer });
  expect(made['customer']).toMatchObject({ id: made['customerId'] });
});

test.each(['image', 'photos', 'logo', 'avatar'])('the address of %s is that of a picture of the mock', async (name) => {
  const picture = { type: 'object', required: ['url'], properties: { url: { type: 'string', format: 'uri' } } };
  const made = await makeUpObject('Thing', { [name]: picture });
  expect(made[name]).toMatchObject({ url: expect.stringMatching(/\/__store\/image\/.*\.svg$/) });
});

it('the type of a token is Bearer', async () => {
  expect(await makeUpObject('Session', { tokenType: text, token_type: text })).toEqual({
    tokenType: 'Bearer',
    token_type: 'Bearer',
  });
});
