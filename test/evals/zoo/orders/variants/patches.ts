/** Merge patches of customers (RFC 7396). */
import { isList, JsonNumber } from '../../json.ts';
import type { OperationId } from '../routes.ts';
import type { Customer } from '../state.ts';
import { deepShopDefects, withoutProperty } from './overrides.ts';

const patch: readonly OperationId[] = ['createCustomer', 'readCustomer', 'changeCustomer'];
const readBack = ['read-returns-written'];

export const wrongPatches = deepShopDefects([
  {
    name: 'ignores-null-in-patches',
    description: 'It ignores null in a patch, as a COALESCE does, although null removes a property.',
    operations: patch,
    foundBy: ['created-is-echoed'],
    behavior: ({ patchFields }) => ({
      patchFields: (customer, body) =>
        patchFields(customer, Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))),
    }),
  },
  {
    name: 'ignores-false-in-patches',
    description: 'It ignores false, zero and empty values in a patch, as a test for truth does.',
    operations: patch,
    foundBy: ['created-is-echoed'],
    behavior: ({ patchFields }) => ({
      patchFields: (customer, body) =>
        patchFields(customer, Object.fromEntries(Object.entries(body).filter(([, value]) => !isEmpty(value)))),
    }),
  },
  {
    name: 'appends-tags-of-patches',
    description: 'It appends the tags of a patch to those that exist, in place of replacing the array.',
    operations: patch,
    foundBy: ['created-is-echoed'],
    behavior: ({ patchFields }) => ({
      patchFields: (customer, body) => {
        const [before, added] = [customer.fields.tags ?? null, body.tags ?? null];
        const isAppended = isList(before) && isList(added);
        return patchFields(customer, isAppended ? { ...body, tags: [...before, ...added].slice(0, 8) } : body);
      },
    }),
  },
  {
    name: 'removes-what-patches-omit',
    description: 'It removes the balance and the remark that a patch omits, as a replacement does.',
    operations: patch,
    foundBy: readBack,
    behavior: ({ patchFields }) => ({
      patchFields: ({ fields, ...customer }, body) => {
        const rest = withoutProperty(withoutProperty(fields, 'balance'), 'remark');
        return patchFields({ ...customer, fields: rest }, body);
      },
    }),
  },
  {
    name: 'resets-newsletter-with-each-patch',
    description: 'It stores the default of the newsletter flag when a patch omits it.',
    operations: patch,
    foundBy: readBack,
    behavior: ({ patchFields }) => ({
      patchFields: (customer, body) => patchFields(customer, { newsletter: false, ...body }),
    }),
  },
  {
    name: 'patches-copy-of-last-read',
    description: 'It applies a patch to the copy that was last read, so that an update in between is lost.',
    operations: [...patch, 'replaceCustomer'],
    foundBy: readBack,
    behavior: ({ showCustomer, patchFields, saveCustomer }) => {
      const copies = new Map<Customer['id'], Customer>();
      let isWriting = false;
      return {
        saveCustomer: (state, customer) => {
          isWriting = true;
          saveCustomer(state, customer);
        },
        showCustomer: (customer) => {
          if (!isWriting) copies.set(customer.id, customer);
          isWriting = false;
          return showCustomer(customer);
        },
        patchFields: (customer, body) => patchFields(copies.get(customer.id) ?? customer, body),
      };
    },
  },
  {
    name: 'stores-part-of-invalid-patches',
    description: 'It rejects an invalid patch after it has stored its name.',
    operations: patch,
    foundBy: readBack,
    behavior: ({ prepare }) => ({
      prepare,
      onInvalidBody: ({ customers }, body, { operation, pathValue }) => {
        const customer = /^\d{1,19}$/.test(pathValue) ? customers.get(BigInt(pathValue)) : undefined;
        if (customer === undefined || operation !== 'changeCustomer') return;
        const name = typeof body === 'object' && body !== null && 'name' in body ? body.name : undefined;
        if (typeof name !== 'string' || name === '' || name.length > 80) return;
        customers.set(customer.id, { ...customer, fields: { ...customer.fields, name } });
      },
    }),
  },
  {
    name: 'patches-customers-of-same-name',
    description: 'It changes all customers of the same name, as an UPDATE with the wrong condition does.',
    operations: patch,
    foundBy: readBack,
    behavior: ({ saveCustomer, patchFields }) => {
      let tier: string | undefined;
      return {
        patchFields: (customer, body) => {
          tier = typeof body.tier === 'string' ? body.tier : undefined;
          return patchFields(customer, body);
        },
        saveCustomer: (state, customer) => {
          saveCustomer(state, customer);
          if (tier === undefined || customer.version === 1) return;
          for (const other of state.customers.values())
            if (other.fields.name === customer.fields.name)
              state.customers.set(other.id, { ...other, fields: { ...other.fields, tier } });
        },
      };
    },
  },
]);

function isEmpty(value: unknown): boolean {
  if (value instanceof JsonNumber) return Number(value.source) === 0;
  return value === false || value === '' || (Array.isArray(value) && value.length === 0);
}
