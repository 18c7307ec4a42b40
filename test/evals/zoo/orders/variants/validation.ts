/** Rules of the contract that are not enforced. */
import { isObject, JsonNumber, type JsonObject } from '../../json.ts';
import type { OperationId } from '../routes.ts';
import { basicShopDefects, deepShopDefects, skipsRules } from './overrides.ts';

const create: readonly OperationId[] = ['createCustomer'];
const order: readonly OperationId[] = ['createCustomer', 'createOrder'];
const rejected = ['invalid-rejected'];

export const missingValidation = [
  ...basicShopDefects([
    {
      name: 'accepts-unknown-payments',
      description: 'It accepts a payment with an unknown method.',
      operations: create,
      foundBy: rejected,
      behavior: skipsRules('payment/method'),
    },
    {
      name: 'accepts-short-passwords',
      description: 'It accepts passwords of any length.',
      operations: create,
      foundBy: rejected,
      behavior: skipsRules('password'),
    },
    {
      name: 'accepts-orders-without-lines',
      description: 'It accepts an order with an empty array of lines.',
      operations: order,
      foundBy: rejected,
      behavior: skipsRules('lines/min-items'),
    },
    {
      name: 'accepts-twenty-one-lines',
      description: 'It accepts more lines than the contract allows.',
      operations: order,
      foundBy: rejected,
      behavior: skipsRules('lines/max-items'),
    },
    {
      name: 'accepts-any-sort-of-orders',
      description: 'It ignores an unknown sort, although the contract has an enum.',
      operations: [...order, 'listOrders'],
      foundBy: rejected,
      behavior: skipsRules('query/sort'),
    },
    {
      name: 'ignores-invalid-flags',
      description: 'It ignores a filter for express that is neither true nor false.',
      operations: [...order, 'listOrders'],
      foundBy: rejected,
      behavior: skipsRules('query/express'),
    },
  ]),
  ...deepShopDefects([
    {
      name: 'validates-invoices-loosely',
      description: 'It does not validate the due days of invoices; the other methods of payment are right.',
      operations: create,
      foundBy: rejected,
      behavior: skipsRules('invoice/due-days'),
    },
    {
      name: 'accepts-payments-of-two-methods',
      description: 'It accepts a card with the properties of an invoice.',
      operations: create,
      foundBy: rejected,
      behavior: skipsRules('card/unknown'),
    },
    {
      name: 'validates-first-line-alone',
      description: 'It validates the quantity of the first line alone.',
      operations: order,
      foundBy: rejected,
      behavior: ({ prepare }) => ({
        prepare: (body, operation) => {
          const prepared = prepare(body, operation);
          if (operation !== 'createOrder' || !isObject(prepared) || !Array.isArray(prepared.lines)) return prepared;
          const lines = prepared.lines.map((line, index) => (index > 0 && isObject(line) ? withQuantity(line) : line));
          return { ...prepared, lines };
        },
      }),
    },
    {
      name: 'validates-first-product-alone',
      description: 'It validates the first product of a bulk request alone.',
      operations: ['createProducts'],
      foundBy: rejected,
      behavior: ({ prepare }) => ({
        prepare: (body, operation) => {
          const prepared = prepare(body, operation);
          if (operation !== 'createProducts' || !isObject(prepared) || !Array.isArray(prepared.products))
            return prepared;
          const products = prepared.products.map((product, index) => {
            if (index === 0 || !isObject(product) || !(product.price instanceof JsonNumber)) return product;
            return Number(product.price.source) < 0 ? { ...product, price: new JsonNumber(0) } : product;
          });
          return { ...prepared, products };
        },
      }),
    },
    {
      name: 'accepts-any-country',
      description: 'It accepts any country in an address.',
      operations: create,
      foundBy: rejected,
      behavior: skipsRules('address/country'),
    },
    {
      name: 'accepts-29-february-of-every-year',
      description: 'It accepts 29 February of a year that is no leap year, and stores the day before.',
      operations: create,
      foundBy: rejected,
      behavior: ({ prepare }) => ({
        prepare: (body, operation) => {
          const prepared = prepare(body, operation);
          if (!isObject(prepared) || typeof prepared.birthday !== 'string') return prepared;
          const [, year] = /^(\d{4})-02-29$/.exec(prepared.birthday) ?? [];
          const isLeap = new Date(Date.UTC(Number(year ?? 2000), 2, 0)).getUTCDate() === 29;
          return isLeap ? prepared : { ...prepared, birthday: `${year}-02-28` };
        },
      }),
    },
    {
      name: 'accepts-short-idempotency-keys',
      description: 'It accepts an Idempotency-Key of any form.',
      operations: order,
      foundBy: rejected,
      behavior: skipsRules('header/idempotency-key'),
    },
    {
      name: 'accepts-orders-of-unknown-customers',
      description: 'It creates an order for a customer who does not exist, although the contract says 422.',
      operations: order,
      foundBy: rejected,
      behavior: () => ({ isCustomerKnown: () => true }),
    },
  ]),
];

/** An integer below the minimum becomes the minimum, before the validation. */
function withQuantity(line: JsonObject): JsonObject {
  const { quantity } = line;
  const isLow = quantity instanceof JsonNumber && /^-?\d{1,9}$/.test(quantity.source) && Number(quantity.source) < 1;
  return isLow ? { ...line, quantity: new JsonNumber(1) } : line;
}
