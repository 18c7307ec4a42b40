/** Correct shops with records, identifiers and values of another form. */
import { JsonNumber } from '../../json.ts';
import { right } from '../../variant.ts';
import type { ShopBehavior } from '../behavior.ts';
import { totalOf } from '../lists.ts';
import { stores, storesProperty, withoutProperty } from './overrides.ts';

const writes = ['createCustomer', 'replaceCustomer', 'changeCustomer'] as const;

export const rightRecords = right<ShopBehavior>([
  {
    name: 'lowers-emails',
    description: 'It stores the e-mail of a customer in lower case, which the contract does not exclude.',
    behavior: storesProperty(writes, 'email', (value) => String(value).toLowerCase()),
  },
  {
    name: 'lowers-domains-of-emails',
    description: 'It stores the domain of an e-mail in lower case.',
    behavior: storesProperty(writes, 'email', (value) =>
      String(value).replace(/@[^@]*$/, (domain) => domain.toLowerCase()),
    ),
  },
  {
    name: 'leaves-out-null',
    description: 'It leaves out a remark that is null.',
    behavior: stores(['createCustomer', 'replaceCustomer'], (fields) =>
      fields.remark === null ? withoutProperty(fields, 'remark') : fields,
    ),
  },
  {
    name: 'shows-missing-remarks-as-null',
    description: 'It returns null for a missing remark.',
    behavior: ({ showCustomer }) => ({ showCustomer: (customer) => ({ remark: null, ...showCustomer(customer) }) }),
  },
  {
    name: 'shows-missing-arrays-as-empty',
    description: 'It returns empty arrays for missing addresses and tags.',
    behavior: ({ showCustomer }) => ({
      showCustomer: (customer) => ({ addresses: [], tags: [], ...showCustomer(customer) }),
    }),
  },
  {
    name: 'gives-ids-from-one',
    description: 'It gives the ids 1, 2, 3.',
    behavior: () => ({ nextCustomerId: ({ customersCreated }) => customersCreated + 1n }),
  },
  {
    name: 'gives-ids-downwards',
    description: 'It gives ids from the highest of 64 bits downwards.',
    behavior: () => ({ nextCustomerId: ({ customersCreated }) => 2n ** 63n - 1n - customersCreated }),
  },
  {
    name: 'writes-numbers-with-fractions',
    description: 'It writes integers such as totals as 3.0, which is the same number.',
    behavior: ({ showOrder }) => ({
      showOrder: (order) => ({ ...showOrder(order), totalCents: new JsonNumber(`${totalOf(order)}.0`) }),
    }),
  },
  {
    name: 'writes-times-with-offset',
    description: 'It writes createdAt with an offset and microseconds.',
    behavior: ({ showOrder, showCustomer }) => ({
      showOrder: (order) => ({ ...showOrder(order), createdAt: order.createdAt.replace('Z', '000+00:00') }),
      showCustomer: (customer) => ({
        ...showCustomer(customer),
        createdAt: customer.createdAt.replace('Z', '000+00:00'),
      }),
    }),
  },
  {
    name: 'writes-ids-in-upper-case',
    description: 'It writes the UUIDs of orders in upper case.',
    behavior: ({ showOrder }) => ({
      showOrder: (order) => ({ ...showOrder(order), id: order.id.toUpperCase() }),
    }),
  },
  {
    name: 'writes-properties-in-alphabetical-order',
    description: 'It writes the properties of an order in the order of the alphabet.',
    behavior: ({ showOrder }) => ({
      showOrder: (order) =>
        Object.fromEntries(Object.entries(showOrder(order)).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    }),
  },
  {
    name: 'returns-more-properties',
    description: 'It returns undeclared properties with a customer, which the schema allows.',
    behavior: ({ showCustomer }) => ({
      showCustomer: (customer) => ({
        ...showCustomer(customer),
        version: new JsonNumber(customer.version),
        links: { self: `/customers/${customer.id}` },
      }),
    }),
  },
]);
