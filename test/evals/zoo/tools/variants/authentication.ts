import { basic, deep } from '../variant.ts';

const authenticationChecks = ['unauthorized-rejected'];

/** Keys that are not looked at, or not closely enough. */
export const authenticationDefects = [
  ...basic([
    {
      name: 'forgets-key-of-one-operation',
      description: 'It forgot the key on the last route that was added.',
      operations: ['readLoan'],
      foundBy: authenticationChecks,
      behavior: ({ isAuthorized }) => ({
        isAuthorized: (incoming, keys) => incoming.operation === 'readLoan' || isAuthorized(incoming, keys),
      }),
    },
    {
      name: 'asks-for-key-of-writers-alone',
      description: 'It accepts every read request.',
      operations: ['listTools', 'readTool', 'listLoans', 'readLoan', 'readMember'],
      foundBy: authenticationChecks,
      behavior: ({ isAuthorized }) => ({
        isAuthorized: (incoming, keys) => incoming.message.method === 'GET' || isAuthorized(incoming, keys),
      }),
    },
    {
      name: 'takes-any-key',
      description: 'It looks whether there is a key, and not which.',
      operations: ['createTool'],
      foundBy: authenticationChecks,
      behavior: () => ({
        isAuthorized: ({ message }, keys) => Object.keys(keys).some((header) => message.headers[header] !== undefined),
      }),
    },
    {
      name: 'takes-any-key-of-managers',
      description: 'It checks one key, but not the other one that is accepted instead.',
      operations: ['removeTool'],
      foundBy: authenticationChecks,
      behavior: ({ isAuthorized }) => ({
        isAuthorized: (incoming, keys) =>
          isAuthorized(incoming, keys) ||
          ('x-manager-key' in keys && incoming.message.headers['x-manager-key'] !== undefined),
      }),
    },
  ]),
  ...deep([
    {
      name: 'takes-key-of-query',
      description: 'It finds the key in the query as well, where it ends in every log.',
      operations: ['listTools'],
      foundBy: authenticationChecks,
      behavior: ({ isAuthorized }) => ({
        isAuthorized: (incoming, keys) => {
          const [, query = ''] = (incoming.message.url ?? '').split('?');
          const queryPairs = [...new URLSearchParams(query)];
          const isThere = queryPairs.some(([name, value]) => keys[name.toLowerCase()] === value);
          return isThere || isAuthorized(incoming, keys);
        },
      }),
    },
    {
      name: 'compares-keys-without-case',
      description: 'It compares keys in lower case, as a column of a database may.',
      operations: ['listTools'],
      foundBy: authenticationChecks,
      behavior: () => ({
        isAuthorized: ({ message }, keys) =>
          Object.entries(keys).some(
            ([header, key]) => String(message.headers[header]).toLowerCase() === key.toLowerCase(),
          ),
      }),
    },
    {
      name: 'takes-beginning-of-key',
      description: 'It compares only as many characters as were sent, and rejects only an empty key.',
      operations: ['createTool'],
      foundBy: authenticationChecks,
      behavior: () => ({
        isAuthorized: ({ message }, keys) =>
          Object.entries(keys).some(([header, key]) => {
            const given = message.headers[header];
            return typeof given === 'string' && given !== '' && key.startsWith(given);
          }),
      }),
    },
    {
      name: 'takes-key-with-more-behind-it',
      description: 'It compares as many characters as the key has.',
      operations: ['readTool'],
      foundBy: authenticationChecks,
      behavior: () => ({
        isAuthorized: ({ message }, keys) =>
          Object.entries(keys).some(([header, key]) => String(message.headers[header] ?? '').startsWith(key)),
      }),
    },
    {
      name: 'takes-empty-key',
      description: 'It skips the comparison where the header is empty.',
      operations: ['readMember'],
      foundBy: authenticationChecks,
      behavior: ({ isAuthorized }) => ({
        isAuthorized: (incoming, keys) =>
          Object.keys(keys).some((header) => incoming.message.headers[header] === '') || isAuthorized(incoming, keys),
      }),
    },
    {
      name: 'knows-no-managers',
      description: 'It never learned that the key of a manager is enough.',
      operations: ['removeTool'],
      foundBy: ['valid-accepted'],
      behavior: ({ isAuthorized }) => ({
        isAuthorized: (incoming, keys) => {
          const { 'x-manager-key': _unknown, ...staff } = keys;
          return isAuthorized(incoming, staff);
        },
      }),
    },
  ]),
];
