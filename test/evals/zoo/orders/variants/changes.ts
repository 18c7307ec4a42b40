/** Replacements of customers, and patches that are ignored. */
import { withReplyBody } from '../http.ts';
import type { OperationId } from '../routes.ts';
import type { Customer } from '../state.ts';
import { basicShopDefects, deepShopDefects, replies, skipsRules } from './overrides.ts';

const put: readonly OperationId[] = ['createCustomer', 'readCustomer', 'replaceCustomer'];
const patch: readonly OperationId[] = ['createCustomer', 'readCustomer', 'changeCustomer'];
const readBack = ['read-returns-written'];

export const wrongChanges = [
  ...basicShopDefects([
    {
      name: 'keeps-omitted-properties',
      description: 'It keeps optional properties that a replacement omits, as an UPDATE of the given columns does.',
      operations: put,
      foundBy: ['created-is-echoed'],
      behavior: () => ({ replaceFields: ({ fields }, replacement) => ({ ...fields, ...replacement }) }),
    },
    {
      name: 'ignores-addresses-in-replacements',
      description: 'It does not replace the addresses, which are in a table of their own.',
      operations: put,
      foundBy: ['created-is-echoed'],
      behavior: () => ({
        replaceFields: ({ fields: { addresses = [] } }, replacement) => ({ ...replacement, addresses }),
      }),
    },
    {
      name: 'returns-customer-before-replacement',
      description: 'It stores a replacement, and returns the customer as it was before.',
      operations: put,
      foundBy: ['created-is-echoed'],
      behavior: returnsBefore('replaceCustomer'),
    },
    {
      name: 'ignores-patches',
      description: 'It returns 200 to a patch and changes nothing.',
      operations: patch,
      foundBy: ['created-is-echoed'],
      behavior: () => ({ patchFields: ({ fields }) => fields }),
    },
    {
      name: 'accepts-invalid-patches',
      description: 'It does not validate the properties of a patch.',
      operations: patch,
      foundBy: ['invalid-rejected'],
      behavior: ({ enforces }) => ({
        enforces: (rule, operation) => operation !== 'changeCustomer' && enforces(rule, operation),
      }),
    },
    {
      name: 'accepts-empty-patches',
      description: 'It accepts a patch without properties, although the contract requires one.',
      operations: patch,
      foundBy: ['invalid-rejected'],
      behavior: skipsRules('patch/empty'),
    },
  ]),
  ...deepShopDefects([
    {
      name: 'keeps-omitted-addresses',
      description: 'It keeps the addresses that a replacement omits; all else is replaced.',
      operations: put,
      foundBy: readBack,
      behavior: () => ({
        replaceFields: ({ fields: { addresses } }, replacement) =>
          addresses === undefined ? replacement : { addresses, ...replacement },
      }),
    },
    {
      name: 'keeps-omitted-newsletter',
      description: 'It keeps the newsletter flag that a replacement omits, in place of the default.',
      operations: put,
      foundBy: ['created-is-echoed'],
      behavior: ({ fieldsOf }) => {
        let sent = false;
        return {
          fieldsOf: (body, operation) => {
            sent = body.newsletter !== undefined;
            return fieldsOf(body, operation);
          },
          replaceFields: ({ fields: { newsletter = false } }, replacement) =>
            sent ? replacement : { ...replacement, newsletter },
        };
      },
    },
    {
      name: 'renews-creation-time',
      description: 'It sets createdAt to the time of a replacement.',
      operations: put,
      foundBy: ['read-only-is-kept'],
      behavior: ({ saveCustomer, showCustomer }) => {
        const times = new Map<Customer['id'], string>();
        return {
          saveCustomer: (state, customer) => {
            if (customer.version > 1) times.set(customer.id, new Date(Date.now() + 1_000).toISOString());
            saveCustomer(state, customer);
          },
          showCustomer: (customer) => ({
            ...showCustomer(customer),
            createdAt: times.get(customer.id) ?? customer.createdAt,
          }),
        };
      },
    },
    {
      name: 'takes-creation-time-of-client',
      description: 'It stores the createdAt of a client, although that is read-only.',
      operations: put,
      foundBy: ['read-only-is-kept'],
      behavior: ({ fieldsOf }) => ({
        fieldsOf: (body, operation) => {
          const { createdAt } = body;
          const fields = fieldsOf(body, operation);
          return createdAt === undefined ? fields : { ...fields, createdAt };
        },
      }),
    },
    {
      name: 'takes-id-of-client-in-replacements',
      description: 'It returns the id of the body after a replacement, although that is read-only.',
      operations: put,
      foundBy: ['read-only-is-kept'],
      behavior: ({ fieldsOf }) => ({
        fieldsOf: (body, operation) => {
          const fields = fieldsOf(body, operation);
          return operation === 'replaceCustomer' && body.id !== undefined ? { ...fields, id: body.id } : fields;
        },
      }),
    },
  ]),
];

function returnsBefore(operation: OperationId): ReturnType<typeof replies> {
  return (right) => {
    let before = '';
    return {
      ...replies(operation, (reply) =>
        reply.status === 200 && before !== '' ? withReplyBody(reply, (body) => ({ ...body, name: before })) : reply,
      )(right),
      replaceFields: (customer, fields) => {
        before = String(customer.fields.name);
        return right.replaceFields(customer, fields);
      },
    };
  };
}
