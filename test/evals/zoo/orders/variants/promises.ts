/** Sentences and defaults of the contract that are not kept, and bulk creation. */
import { isObject, type Json, JsonNumber, type JsonObject } from '../../json.ts';
import { newId } from '../behavior.ts';
import { withReplyBody } from '../http.ts';
import { numberIn, totalOf } from '../lists.ts';
import type { OperationId } from '../routes.ts';
import { deepShopDefects, replies } from './overrides.ts';

function isCompleteProduct({ title, price, category, ...others }: JsonObject): boolean {
  const isComplete = typeof title === 'string' && title !== '' && price instanceof JsonNumber;
  const isInRange = isComplete && Number(price.source) >= 0 && Number(price.source) <= 100_000;
  return (
    isInRange &&
    typeof category === 'string' &&
    ['books', 'games', 'music'].includes(category) &&
    Object.keys(others).length === 0
  );
}

const customer: readonly OperationId[] = ['createCustomer', 'readCustomer', 'replaceCustomer', 'changeCustomer'];

export const brokenPromises = deepShopDefects([
  {
    name: 'begins-as-placed',
    description: 'It creates orders as placed, although the status defaults to draft.',
    operations: ['createOrder', 'readOrder', 'placeOrder'],
    foundBy: ['value-as-described'],
    behavior: () => ({ firstStatus: 'placed' }),
  },
  {
    name: 'defaults-to-dollars',
    description: 'It takes USD as the default currency, although the contract says EUR.',
    operations: ['createOrder'],
    foundBy: ['created-is-echoed'],
    behavior: ({ fieldsOf }) => ({
      fieldsOf: (body, operation) =>
        fieldsOf(operation === 'createOrder' ? { currency: 'USD', ...body } : body, operation),
    }),
  },
  {
    name: 'defaults-to-silver',
    description: 'It takes silver as the default tier, although the contract says standard.',
    operations: ['createCustomer'],
    foundBy: ['created-is-echoed'],
    behavior: ({ fieldsOf }) => ({
      fieldsOf: (body, operation) =>
        fieldsOf(operation === 'createCustomer' ? { tier: 'silver', ...body } : body, operation),
    }),
  },
  {
    name: 'totals-first-line-alone',
    description: 'It computes the total of an order from its first line.',
    operations: ['createOrder', 'readOrder'],
    foundBy: ['value-as-described'],
    behavior: ({ showOrder }) => ({
      showOrder: (order) => {
        const { lines } = order.fields;
        const first = Array.isArray(lines) ? lines.slice(0, 1) : [];
        return { ...showOrder(order), totalCents: new JsonNumber(totalOf({ fields: { lines: first } })) };
      },
    }),
  },
  {
    name: 'totals-without-quantity',
    description: 'It computes the total of an order as the sum of the prices, without the quantities.',
    operations: ['createOrder', 'readOrder'],
    foundBy: ['value-as-described'],
    behavior: ({ showOrder }) => ({
      showOrder: (order) => {
        const { lines } = order.fields;
        const items = Array.isArray(lines) ? lines : [];
        const total = items.reduce((sum: number, item) => sum + (isObject(item) ? numberIn(item.unitCents) : 0), 0);
        return { ...showOrder(order), totalCents: new JsonNumber(total) };
      },
    }),
  },
  {
    name: 'accepts-taken-emails',
    description: 'It creates a second customer with the same e-mail, although e-mails are unique.',
    operations: customer,
    foundBy: ['invalid-rejected'],
    behavior: () => ({ isEmailTaken: () => false }),
  },
  {
    name: 'accepts-taken-emails-in-patches',
    description: 'It checks that an e-mail is unique when a customer is created, but not when it is changed.',
    operations: customer,
    foundBy: ['invalid-rejected'],
    behavior: ({ isEmailTaken }) => ({
      isEmailTaken: (state, email, own) => own === undefined && isEmailTaken(state, email, own),
    }),
  },
  {
    name: 'compares-emails-with-case',
    description: 'It treats e-mails that differ in case as different ones, although the contract ignores case.',
    operations: customer,
    foundBy: ['invalid-rejected'],
    behavior: () => ({
      isEmailTaken: ({ customers }, email, own) =>
        [...customers.values()].some(({ id, fields }) => id !== own && fields.email === email),
    }),
  },
  {
    name: 'rejects-own-email',
    description: 'It rejects a replacement with the e-mail that the customer already has.',
    operations: ['createCustomer', 'replaceCustomer', 'readCustomer'],
    foundBy: ['valid-accepted'],
    behavior: ({ isEmailTaken }) => ({
      isEmailTaken: (state, email) => isEmailTaken(state, email, undefined),
    }),
  },
  {
    name: 'stores-part-of-bulk',
    description: 'It stores the valid products of a bulk request and rejects it with 400, although it is all or none.',
    operations: ['createProducts', 'listProducts'],
    foundBy: ['list-shows-written'],
    behavior: ({ fieldsOf, saveProducts }) => ({
      onInvalidBody: (state, body, { operation }) => {
        if (operation !== 'createProducts' || !isObject(body) || !Array.isArray(body.products)) return;
        const items = body.products.filter((item) => isObject(item) && isCompleteProduct(item));
        saveProducts(
          state,
          items.map((item) => ({ id: newId(), fields: fieldsOf(item, operation) })),
        );
      },
    }),
  },
  {
    name: 'stores-first-of-bulk',
    description: 'It returns all products of a bulk request and stores the first.',
    operations: ['createProducts', 'listProducts'],
    foundBy: ['list-has-created'],
    behavior: ({ saveProducts }) => ({
      saveProducts: (state, products) => saveProducts(state, products.slice(0, 1)),
    }),
  },
  {
    name: 'returns-bulk-backwards',
    description: 'It returns the products of a bulk request in reverse order.',
    operations: ['createProducts'],
    foundBy: ['created-is-echoed'],
    behavior: replies('createProducts', (reply) =>
      withReplyBody(reply, (body) =>
        Array.isArray(body.products) ? { ...body, products: body.products.toReversed() } : body,
      ),
    ),
  },
  {
    name: 'gives-bulk-prices-of-first',
    description: 'It stores the price of the first product in all products of a bulk request.',
    operations: ['createProducts', 'listProducts'],
    foundBy: ['created-is-echoed'],
    behavior: ({ saveProducts, showProduct }) => {
      const prices = new Map<string, Json>();
      return {
        saveProducts: (state, products) => {
          const { price = null } = products[0]?.fields ?? {};
          for (const { id } of products) prices.set(id, price);
          saveProducts(
            state,
            products.map((product) => ({ ...product, fields: { ...product.fields, price } })),
          );
        },
        showProduct: (product) => ({ ...showProduct(product), price: prices.get(product.id) ?? null }),
      };
    },
  },
  {
    name: 'returns-ids-of-bulk-shifted',
    description: 'It returns the products of a bulk request with the ids of their neighbours.',
    operations: ['createProducts', 'listProducts'],
    foundBy: ['list-shows-written'],
    behavior: replies('createProducts', (reply) =>
      withReplyBody(reply, (body) => {
        const items = Array.isArray(body.products) ? body.products.filter(isObject) : [];
        return {
          ...body,
          products: items.map((item, index) => ({ ...item, id: items[(index + 1) % items.length]?.id ?? null })),
        };
      }),
    ),
  },
]);
