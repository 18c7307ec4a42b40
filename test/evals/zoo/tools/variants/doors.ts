import { basic, deep } from '../variant.ts';

const open = ['unauthorised-refused'];

/** Keys that are not looked at, or not closely enough. */
export const doors = [
  ...basic([
    {
      name: 'forgets-key-of-one-operation',
      what: 'It forgot the key on the last route that was added.',
      at: ['readLoan'],
      foundBy: open,
      behaviour: ({ mayEnter }) => ({
        mayEnter: (incoming, keys) => incoming.operation === 'readLoan' || mayEnter(incoming, keys),
      }),
    },
    {
      name: 'asks-for-key-of-writers-alone',
      what: 'It lets everybody read.',
      at: ['listTools', 'readTool', 'listLoans', 'readLoan', 'readMember'],
      foundBy: open,
      behaviour: ({ mayEnter }) => ({
        mayEnter: (incoming, keys) => incoming.message.method === 'GET' || mayEnter(incoming, keys),
      }),
    },
    {
      name: 'takes-any-key',
      what: 'It looks whether there is a key, and not which.',
      at: ['createTool'],
      foundBy: open,
      behaviour: () => ({
        mayEnter: ({ message }, keys) =>
          Object.keys(keys).some((header) => message.headers[header] !== undefined),
      }),
    },
    {
      name: 'takes-any-key-of-managers',
      what: 'It looks closely at one key and not at the other that stands in for it.',
      at: ['removeTool'],
      foundBy: open,
      behaviour: ({ mayEnter }) => ({
        mayEnter: (incoming, keys) =>
          mayEnter(incoming, keys) ||
          ('x-manager-key' in keys && incoming.message.headers['x-manager-key'] !== undefined),
      }),
    },
  ]),
  ...deep([
    {
      name: 'takes-key-of-query',
      what: 'It finds the key in the query as well, where it ends in every log.',
      at: ['listTools'],
      foundBy: open,
      behaviour: ({ mayEnter }) => ({
        mayEnter: (incoming, keys) => {
          const [, query = ''] = (incoming.message.url ?? '').split('?');
          const asked = [...new URLSearchParams(query)];
          const isThere = asked.some(([name, value]) => keys[name.toLowerCase()] === value);
          return isThere || mayEnter(incoming, keys);
        },
      }),
    },
    {
      name: 'compares-keys-without-case',
      what: 'It compares keys in lower case, as a column of a database may.',
      at: ['listTools'],
      foundBy: open,
      behaviour: () => ({
        mayEnter: ({ message }, keys) =>
          Object.entries(keys).some(
            ([header, key]) => String(message.headers[header]).toLowerCase() === key.toLowerCase(),
          ),
      }),
    },
    {
      name: 'takes-beginning-of-key',
      what: 'It compares as many characters as it was given, but for none.',
      at: ['createTool'],
      foundBy: open,
      behaviour: () => ({
        mayEnter: ({ message }, keys) =>
          Object.entries(keys).some(([header, key]) => {
            const given = message.headers[header];
            return typeof given === 'string' && given !== '' && key.startsWith(given);
          }),
      }),
    },
    {
      name: 'takes-key-with-more-behind-it',
      what: 'It compares as many characters as the key has.',
      at: ['readTool'],
      foundBy: open,
      behaviour: () => ({
        mayEnter: ({ message }, keys) =>
          Object.entries(keys).some(([header, key]) => String(message.headers[header] ?? '').startsWith(key)),
      }),
    },
    {
      name: 'takes-empty-key',
      what: 'It skips the comparison where the header is empty.',
      at: ['readMember'],
      foundBy: open,
      behaviour: ({ mayEnter }) => ({
        mayEnter: (incoming, keys) =>
          Object.keys(keys).some((header) => incoming.message.headers[header] === '') ||
          mayEnter(incoming, keys),
      }),
    },
    {
      name: 'knows-no-managers',
      what: 'It never learned that the key of a manager is enough.',
      at: ['removeTool'],
      foundBy: ['valid-accepted'],
      behaviour: ({ mayEnter }) => ({
        mayEnter: (incoming, keys) => {
          const { 'x-manager-key': _unknown, ...staff } = keys;
          return mayEnter(incoming, staff);
        },
      }),
    },
  ]),
];
