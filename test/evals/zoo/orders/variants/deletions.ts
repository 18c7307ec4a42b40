/** What is left after a deletion. */
import type { Order } from '../state.ts';
import { deepShopDefects } from './overrides.ts';

export const wrongDeletions = deepShopDefects([
  {
    name: 'keeps-orders-of-deleted-customers',
    description: 'It keeps the orders of a deleted customer, so that they can be read and listed.',
    operations: ['createCustomer', 'deleteCustomer', 'createOrder', 'readOrder', 'listOrders'],
    foundBy: ['deleted-not-found'],
    behavior: () => ({ removeCustomer: ({ customers }, { id }) => void customers.delete(id) }),
  },
  {
    name: 'lists-orders-of-deleted-customers',
    description: 'It lists the orders of a deleted customer, but does not find them by id.',
    operations: ['createCustomer', 'deleteCustomer', 'createOrder', 'readOrder', 'listOrders'],
    foundBy: ['deleted-not-found'],
    behavior: ({ removeCustomer, filterOrders }) => {
      const removed: Order[] = [];
      return {
        removeCustomer: (state, customer) => {
          removed.push(...[...state.orders.values()].filter(({ customerId }) => customerId === customer.id));
          removeCustomer(state, customer);
        },
        filterOrders: (all, query) => filterOrders([...removed, ...all], query),
      };
    },
  },
  {
    name: 'returns-204-without-deletion',
    description: 'It returns 204 and keeps the customer.',
    operations: ['createCustomer', 'readCustomer', 'deleteCustomer'],
    foundBy: ['deleted-not-found'],
    behavior: () => ({ removeCustomer: () => undefined }),
  },
  {
    name: 'deletes-next-customer-too',
    description: 'It deletes the customer who was created next too, as a comparison of doubles does.',
    operations: ['createCustomer', 'readCustomer', 'deleteCustomer'],
    foundBy: ['created-is-found'],
    behavior: ({ removeCustomer }) => ({
      removeCustomer: (state, customer) => {
        removeCustomer(state, customer);
        const next = state.customers.get(customer.id + 2n);
        if (next !== undefined) removeCustomer(state, next);
      },
    }),
  },
]);
