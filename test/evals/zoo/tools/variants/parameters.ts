import { type Query, readQuery } from '../query.ts';
import { Problem } from '../reply.ts';
import { priceOf } from '../store.ts';
import { basic, deep, forgets } from '../variant.ts';
import { keptToLimit, pagesFit, rightFilter, rightOrder } from './checks.ts';

const taken = ['invalid-rejected'];
const failed = ['no-server-error'];

/** Parameters that are not looked at. */
export const looseParameters = basic([
  {
    name: 'takes-limit-beyond-maximum',
    what: 'It gives out pages of any size.',
    at: ['listTools', 'listLoans'],
    foundBy: taken,
    behaviour: forgets('query/limit/max'),
  },
  {
    name: 'takes-limit-of-zero',
    what: 'It answers with pages of nothing, or of less.',
    at: ['listTools'],
    foundBy: taken,
    behaviour: forgets('query/limit/min'),
  },
  {
    name: 'takes-words-for-limit',
    what: 'It takes the default where a number cannot be read.',
    at: ['listLoans'],
    foundBy: taken,
    behaviour: forgets('query/limit/type'),
  },
  {
    name: 'takes-negative-offset',
    what: 'It slices from the end where the offset is below zero.',
    at: ['listTools'],
    foundBy: taken,
    behaviour: forgets('query/offset/min'),
  },
  {
    name: 'takes-unknown-status',
    what: 'It looks for tools of a status that there is not, and finds none.',
    at: ['listTools'],
    foundBy: taken,
    behaviour: forgets('query/status'),
  },
  {
    name: 'takes-unknown-kinds',
    what: 'It takes any words between the pipes.',
    at: ['listTools'],
    foundBy: taken,
    behaviour: forgets('query/kinds'),
  },
  {
    name: 'takes-unknown-sort',
    what: 'It sorts by id where it does not know the word.',
    at: ['listTools'],
    foundBy: taken,
    behaviour: forgets('query/sort'),
  },
  {
    name: 'takes-unknown-bound-of-price',
    what: 'It takes members of a deepObject that additionalProperties forbids.',
    at: ['listTools'],
    foundBy: taken,
    behaviour: forgets('query/price/unknown'),
  },
  {
    name: 'takes-words-for-price',
    what: 'It ignores a bound that it cannot read.',
    at: ['listTools'],
    foundBy: taken,
    behaviour: forgets('query/price/type'),
  },
  {
    name: 'takes-any-day',
    what: 'It does not look at a parameter that changes nothing.',
    at: ['readHours'],
    foundBy: taken,
    behaviour: forgets('query/day'),
  },
  {
    name: 'takes-any-cursor',
    what: 'It looks for what no cursor can be.',
    at: ['listLoans'],
    foundBy: taken,
    behaviour: forgets('query/cursor'),
  },
  {
    name: 'fails-on-word-as-id',
    what: 'It hands the path to the number parser, and its exception to the client.',
    at: ['readTool', 'replaceTool', 'changeTool'],
    foundBy: failed,
    behaviour: forgets('path/tool-id'),
  },
  {
    name: 'fails-on-unknown-cursor',
    what: 'It reads the position of a loan that is not there.',
    at: ['listLoans'],
    foundBy: failed,
    behaviour: () => ({
      pageOfLoans: (loans, { limit, cursor }) => {
        if (cursor !== undefined && loans.length === 0) throw new Problem(500, 'undefined is not an object');
        return loans.slice(0, limit);
      },
    }),
  },
  {
    name: 'splits-kinds-at-commas',
    what: 'It splits a list at commas where the contract says pipes, and does not know "hand|power".',
    at: ['listTools'],
    foundBy: ['valid-accepted'],
    behaviour: () => ({
      readQuery: (text) => readQuery(text).map(([name, value]) => [name, swapped(name, value)] as const),
    }),
  },
  {
    name: 'reads-price-bounds-at-top',
    what: 'It expects the bounds of a deepObject as a JSON text, and fails on brackets.',
    at: ['listTools'],
    foundBy: failed,
    behaviour: () => ({
      readQuery: (text) => {
        const query = readQuery(text);
        if (query.some(([name]) => name.startsWith('price['))) throw new Problem(500, 'unexpected token');
        return query;
      },
    }),
  },
]);

function swapped(name: Query[number][0], value: string): string {
  return name === 'kinds' ? value.replaceAll('|', '\n').replaceAll(',', '|') : value;
}

/** Parameters that do not do what they say. */
export const idleParameters = deep([
  {
    name: 'ignores-limit',
    what: 'It gives out fifty tools however few are asked for.',
    at: ['listTools'],
    foundBy: keptToLimit,
    behaviour: () => ({ page: (tools, { offset }) => tools.slice(offset, offset + 50) }),
  },
  {
    name: 'gives-one-too-many',
    what: 'It takes one more to see whether there is a next page, and shows it.',
    at: ['listTools'],
    foundBy: keptToLimit,
    behaviour: () => ({
      page: (tools, { offset, limit }) => tools.slice(offset, offset + Math.min(limit + 1, 50)),
    }),
  },
  {
    name: 'ignores-limit-of-loans',
    what: 'It has one page of all loans.',
    at: ['listLoans'],
    foundBy: keptToLimit,
    behaviour: () => ({ pageOfLoans: (loans) => loans.slice(0, 50) }),
  },
  {
    name: 'ignores-offset',
    what: 'It has the first page again and again.',
    at: ['listTools'],
    foundBy: pagesFit,
    behaviour: () => ({ page: (tools, { limit }) => tools.slice(0, limit) }),
  },
  {
    name: 'counts-offset-from-one',
    what: 'It leaves out one less than it is asked to.',
    at: ['listTools'],
    foundBy: pagesFit,
    behaviour: () => ({
      page: (tools, { offset, limit }) => {
        const start = Math.max(0, offset - 1);
        return tools.slice(start, start + limit);
      },
    }),
  },
  {
    name: 'takes-offset-for-page',
    what: 'It leaves out as many pages as it is asked to leave out tools.',
    at: ['listTools'],
    foundBy: pagesFit,
    behaviour: () => ({
      page: (tools, { offset, limit }) => tools.slice(offset * limit, (offset + 1) * limit),
    }),
  },
  {
    name: 'skips-one-between-pages-of-loans',
    what: 'It goes on behind the one that comes after the cursor.',
    at: ['listLoans'],
    foundBy: pagesFit,
    behaviour: () => ({
      pageOfLoans: (loans, { limit, cursor }) =>
        cursor === undefined ? loans.slice(0, limit) : loans.slice(1, limit + 1),
    }),
  },
  {
    name: 'ignores-status',
    what: 'It shows tools of every status whichever is asked for.',
    at: ['listTools'],
    foundBy: rightFilter,
    behaviour: ({ select }) => ({
      select: (tools, wanted, isLent) => select(tools, { ...wanted, status: undefined }, isLent),
    }),
  },
  {
    name: 'inverts-status',
    what: 'It shows what is lent when it is asked for what is available.',
    at: ['listTools'],
    foundBy: rightFilter,
    behaviour: ({ select }) => ({
      select: (tools, wanted, isLent) => select(tools, wanted, (tool) => !isLent(tool)),
    }),
  },
  {
    name: 'ignores-kinds',
    what: 'It shows tools of all kinds whichever are asked for.',
    at: ['listTools'],
    foundBy: rightFilter,
    behaviour: ({ select }) => ({
      select: (tools, wanted, isLent) => select(tools, { ...wanted, kinds: undefined }, isLent),
    }),
  },
  {
    name: 'knows-first-kind-alone',
    what: 'It reads the first word of a list between pipes.',
    at: ['listTools'],
    foundBy: rightFilter,
    behaviour: ({ select }) => ({
      select: (tools, wanted, isLent) =>
        select(tools, { ...wanted, kinds: wanted.kinds?.slice(0, 1) }, isLent),
    }),
  },
  {
    name: 'ignores-price-bounds',
    what: 'It shows tools of any price whatever the bounds.',
    at: ['listTools'],
    foundBy: rightFilter,
    behaviour: ({ select }) => ({
      select: (tools, wanted, isLent) => select(tools, { ...wanted, from: undefined, to: undefined }, isLent),
    }),
  },
  {
    name: 'ignores-sort',
    what: 'It sorts by id whatever it is asked.',
    at: ['listTools'],
    foundBy: rightOrder,
    behaviour: ({ select }) => ({
      select: (tools, wanted, isLent) => select(tools, { ...wanted, sort: 'id' }, isLent),
    }),
  },
  {
    name: 'never-sorts-downwards',
    what: 'It ignores the minus in front.',
    at: ['listTools'],
    foundBy: rightOrder,
    behaviour: ({ select }) => ({
      select: (tools, wanted, isLent) =>
        select(tools, { ...wanted, sort: wanted.sort.replace('-', '') }, isLent),
    }),
  },
  {
    name: 'sorts-prices-as-texts',
    what: 'It puts 1000 before 9, as sort() of JavaScript does.',
    at: ['listTools'],
    foundBy: rightOrder,
    behaviour: ({ select }) => ({
      select: (tools, wanted, isLent) => {
        const sorted = select(tools, wanted, isLent);
        if (wanted.sort === 'id' || wanted.sort === '-id') return sorted;
        const upwards = sorted.toSorted((a, b) => (String(priceOf(a)) < String(priceOf(b)) ? -1 : 1));
        return wanted.sort === 'priceCents' ? upwards : upwards.toReversed();
      },
    }),
  },
]);
