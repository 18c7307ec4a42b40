/** Values in arrays and branches that are stored in another way than they were sent. */
import { isList, isObject, type Json, JsonNumber, type JsonObject } from '../../json.ts';
import type { OperationId } from '../routes.ts';
import { deepShopDefects, mapItems, stores, storesProperty, withoutProperty } from './overrides.ts';

const echo = ['created-is-echoed'];
const create: readonly OperationId[] = ['createCustomer'];
const order: readonly OperationId[] = ['createOrder'];

export const wrongNestedValues = deepShopDefects([
  {
    name: 'drops-holders-of-cards',
    description: 'It drops the optional holder of a card: the class of that branch lacks the property.',
    operations: create,
    foundBy: echo,
    behavior: storesProperty(create, 'payment', (value) =>
      isObject(value) ? withoutProperty(value, 'holder') : value,
    ),
  },
  {
    name: 'fixes-due-days-of-invoices',
    description: 'It stores 30 due days for every invoice; the other methods of payment are right.',
    operations: create,
    foundBy: echo,
    behavior: storesProperty(create, 'payment', (value) =>
      isObject(value) && value.method === 'invoice' ? { ...value, dueDays: new JsonNumber(30) } : value,
    ),
  },
  {
    name: 'cuts-transfer-ibans',
    description: 'It cuts the IBAN of a transfer after 22 characters, the length of a German one.',
    operations: create,
    foundBy: echo,
    behavior: storesProperty(create, 'payment', (value) =>
      isObject(value) && typeof value.iban === 'string' ? { ...value, iban: value.iban.slice(0, 22) } : value,
    ),
  },
  {
    name: 'keeps-one-default-address',
    description: 'It drops isDefault from every address after the first.',
    operations: create,
    foundBy: echo,
    behavior: storesProperty(create, 'addresses', (value) =>
      mapItems(value, (item, index) => (index === 0 ? item : withoutProperty(item, 'isDefault'))),
    ),
  },
  {
    name: 'removes-equal-tags',
    description: 'It stores tags in a set, so that equal ones are stored once.',
    operations: create,
    foundBy: echo,
    behavior: storesProperty(create, 'tags', (value) => (isList(value) ? [...new Set(value)] : value)),
  },
  {
    name: 'sorts-tags',
    description: 'It returns tags in the order of the alphabet.',
    operations: create,
    foundBy: echo,
    behavior: storesProperty(create, 'tags', (value) => (isList(value) ? value.toSorted() : value)),
  },
  {
    name: 'drops-balances-of-zero',
    description: 'It drops a balance of zero, as a test for truth does.',
    operations: create,
    foundBy: echo,
    behavior: stores(create, (fields) => (isZero(fields.balance) ? withoutProperty(fields, 'balance') : fields)),
  },
  {
    name: 'repeats-quantity-of-first-line',
    description: 'It stores the quantity of the first line in every line.',
    operations: order,
    foundBy: echo,
    behavior: storesProperty(order, 'lines', (value) => {
      const first = isList(value) ? value[0] : undefined;
      const quantity = first !== undefined && isObject(first) ? first.quantity : undefined;
      return mapItems(value, (item) => (quantity === undefined ? item : { ...item, quantity }));
    }),
  },
  {
    name: 'drops-gift-of-later-lines',
    description: 'It stores the gift flag of the first line alone.',
    operations: order,
    foundBy: echo,
    behavior: storesProperty(order, 'lines', (value) =>
      mapItems(value, (item, index) => (index === 0 ? item : withoutProperty(item, 'gift'))),
    ),
  },
  {
    name: 'stores-fifteen-lines',
    description: 'It stores at most 15 lines, although the contract allows 20.',
    operations: order,
    foundBy: echo,
    behavior: storesProperty(order, 'lines', (value) => (isList(value) ? value.slice(0, 15) : value)),
  },
  {
    name: 'merges-equal-lines',
    description: 'It stores one line for equal ones.',
    operations: order,
    foundBy: echo,
    behavior: storesProperty(order, 'lines', mergeEqualLines),
  },
]);

function isZero(value: JsonObject[string] | undefined): boolean {
  return value instanceof JsonNumber && Number(value.source) === 0;
}

function mergeEqualLines(value: Json): Json {
  return isList(value) ? [...new Map(value.map((item) => [JSON.stringify(item), item])).values()] : value;
}
