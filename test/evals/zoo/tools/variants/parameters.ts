import { type QueryPairs, readQuery } from '../query.ts';
import { ToolProblem } from '../response.ts';
import { priceOf } from '../store.ts';
import { basic, deep, ignoresRules } from '../variant.ts';
import { keptToLimit, pagesFit, rightFilter, rightOrder } from './checks.ts';

const taken = ['invalid-rejected'];
const failed = ['no-server-error'];

/** Parameters that are not looked at. */
export const looseParameters = basic([
  {
    name: 'takes-limit-beyond-maximum',
    description: 'It gives out pages of any size.',
    operations: ['listTools', 'listLoans'],
    foundBy: taken,
    behavior: ignoresRules('query/limit/max'),
  },
  {
    name: 'takes-limit-of-zero',
    description: 'It returns pages of nothing, or of less.',
    operations: ['listTools'],
    foundBy: taken,
    behavior: ignoresRules('query/limit/min'),
  },
  {
    name: 'takes-words-for-limit',
    description: 'It accepts the default where a number cannot be read.',
    operations: ['listLoans'],
    foundBy: taken,
    behavior: ignoresRules('query/limit/type'),
  },
  {
    name: 'takes-negative-offset',
    description: 'It slices from the end where the offset is below zero.',
    operations: ['listTools'],
    foundBy: taken,
    behavior: ignoresRules('query/offset/min'),
  },
  {
    name: 'takes-unknown-status',
    description: 'It looks for tools of a status that there is not, and finds none.',
    operations: ['listTools'],
    foundBy: taken,
    behavior: ignoresRules('query/status'),
  },
  {
    name: 'takes-unknown-kinds',
    description: 'It accepts any values between the pipes.',
    operations: ['listTools'],
    foundBy: taken,
    behavior: ignoresRules('query/kinds'),
  },
  {
    name: 'takes-unknown-sort',
    description: 'It sorts by id where it does not know the word.',
    operations: ['listTools'],
    foundBy: taken,
    behavior: ignoresRules('query/sort'),
  },
  {
    name: 'takes-unknown-bound-of-price',
    description: 'It accepts members of a deepObject that additionalProperties forbids.',
    operations: ['listTools'],
    foundBy: taken,
    behavior: ignoresRules('query/price/unknown'),
  },
  {
    name: 'takes-words-for-price',
    description: 'It ignores a bound that it cannot read.',
    operations: ['listTools'],
    foundBy: taken,
    behavior: ignoresRules('query/price/type'),
  },
  {
    name: 'takes-any-day',
    description: 'It does not look at a parameter that changes nothing.',
    operations: ['readHours'],
    foundBy: taken,
    behavior: ignoresRules('query/day'),
  },
  {
    name: 'takes-any-cursor',
    description: 'It looks for what no cursor can be.',
    operations: ['listLoans'],
    foundBy: taken,
    behavior: ignoresRules('query/cursor'),
  },
  {
    name: 'fails-on-word-as-id',
    description: 'It hands the path to the number parser, and its exception to the client.',
    operations: ['readTool', 'replaceTool', 'changeTool'],
    foundBy: failed,
    behavior: ignoresRules('path/tool-id'),
  },
  {
    name: 'fails-on-unknown-cursor',
    description: 'It reads the position of a loan that is not there.',
    operations: ['listLoans'],
    foundBy: failed,
    behavior: () => ({
      pageOfLoans: (loans, { limit, cursor }) => {
        if (cursor !== undefined && loans.length === 0) throw new ToolProblem(500, 'undefined is not an object');
        return loans.slice(0, limit);
      },
    }),
  },
  {
    name: 'splits-kinds-at-commas',
    description: 'It splits an array at commas where the contract declares pipes, and does not know "hand|power".',
    operations: ['listTools'],
    foundBy: ['valid-accepted'],
    behavior: () => ({
      readQuery: (text) => readQuery(text).map(([name, value]) => [name, swapped(name, value)] as const),
    }),
  },
  {
    name: 'reads-price-bounds-at-top',
    description: 'It expects the bounds of a deepObject as a JSON text, and fails on brackets.',
    operations: ['listTools'],
    foundBy: failed,
    behavior: () => ({
      readQuery: (text) => {
        const query = readQuery(text);
        if (query.some(([name]) => name.startsWith('price['))) throw new ToolProblem(500, 'unexpected token');
        return query;
      },
    }),
  },
]);

function swapped(name: QueryPairs[number][0], value: string): string {
  return name === 'kinds' ? value.replaceAll('|', '\n').replaceAll(',', '|') : value;
}

/** Parameters that do not do what they say. */
export const idleParameters = deep([
  {
    name: 'ignores-limit',
    description: 'It returns fifty tools however few are requested.',
    operations: ['listTools'],
    foundBy: keptToLimit,
    behavior: () => ({ pageOfTools: (tools, { offset }) => tools.slice(offset, offset + 50) }),
  },
  {
    name: 'gives-one-too-many',
    description: 'It accepts one more to see whether there is a next page, and shows it.',
    operations: ['listTools'],
    foundBy: keptToLimit,
    behavior: () => ({
      pageOfTools: (tools, { offset, limit }) => tools.slice(offset, offset + Math.min(limit + 1, 50)),
    }),
  },
  {
    name: 'ignores-limit-of-loans',
    description: 'It has one page of all loans.',
    operations: ['listLoans'],
    foundBy: keptToLimit,
    behavior: () => ({ pageOfLoans: (loans) => loans.slice(0, 50) }),
  },
  {
    name: 'ignores-offset',
    description: 'It returns the first page for every page.',
    operations: ['listTools'],
    foundBy: pagesFit,
    behavior: () => ({ pageOfTools: (tools, { limit }) => tools.slice(0, limit) }),
  },
  {
    name: 'counts-offset-from-one',
    description: 'It omits one less than it is asked to.',
    operations: ['listTools'],
    foundBy: pagesFit,
    behavior: () => ({
      pageOfTools: (tools, { offset, limit }) => {
        const start = Math.max(0, offset - 1);
        return tools.slice(start, start + limit);
      },
    }),
  },
  {
    name: 'takes-offset-for-page',
    description: 'It skips as many pages as it should skip tools.',
    operations: ['listTools'],
    foundBy: pagesFit,
    behavior: () => ({
      pageOfTools: (tools, { offset, limit }) => tools.slice(offset * limit, (offset + 1) * limit),
    }),
  },
  {
    name: 'skips-one-between-pages-of-loans',
    description: 'It goes on behind the one that comes after the cursor.',
    operations: ['listLoans'],
    foundBy: pagesFit,
    behavior: () => ({
      pageOfLoans: (loans, { limit, cursor }) =>
        cursor === undefined ? loans.slice(0, limit) : loans.slice(1, limit + 1),
    }),
  },
  {
    name: 'ignores-status',
    description: 'It lists tools of every status whichever is requested.',
    operations: ['listTools'],
    foundBy: rightFilter,
    behavior: ({ filterTools }) => ({
      filterTools: (tools, wanted, isLent) => filterTools(tools, { ...wanted, status: undefined }, isLent),
    }),
  },
  {
    name: 'inverts-status',
    description: 'It lists lent tools when available ones are requested.',
    operations: ['listTools'],
    foundBy: rightFilter,
    behavior: ({ filterTools }) => ({
      filterTools: (tools, wanted, isLent) => filterTools(tools, wanted, (tool) => !isLent(tool)),
    }),
  },
  {
    name: 'ignores-kinds',
    description: 'It lists tools of all kinds whichever are requested.',
    operations: ['listTools'],
    foundBy: rightFilter,
    behavior: ({ filterTools }) => ({
      filterTools: (tools, wanted, isLent) => filterTools(tools, { ...wanted, kinds: undefined }, isLent),
    }),
  },
  {
    name: 'knows-first-kind-alone',
    description: 'It reads the first word of a list between pipes.',
    operations: ['listTools'],
    foundBy: rightFilter,
    behavior: ({ filterTools }) => ({
      filterTools: (tools, wanted, isLent) =>
        filterTools(tools, { ...wanted, kinds: wanted.kinds?.slice(0, 1) }, isLent),
    }),
  },
  {
    name: 'ignores-price-bounds',
    description: 'It shows tools of any price whatever the bounds.',
    operations: ['listTools'],
    foundBy: rightFilter,
    behavior: ({ filterTools }) => ({
      filterTools: (tools, wanted, isLent) => filterTools(tools, { ...wanted, from: undefined, to: undefined }, isLent),
    }),
  },
  {
    name: 'ignores-sort',
    description: 'It sorts by id, whatever order is requested.',
    operations: ['listTools'],
    foundBy: rightOrder,
    behavior: ({ filterTools }) => ({
      filterTools: (tools, wanted, isLent) => filterTools(tools, { ...wanted, sort: 'id' }, isLent),
    }),
  },
  {
    name: 'never-sorts-downwards',
    description: 'It ignores the minus in front.',
    operations: ['listTools'],
    foundBy: rightOrder,
    behavior: ({ filterTools }) => ({
      filterTools: (tools, wanted, isLent) =>
        filterTools(tools, { ...wanted, sort: wanted.sort.replace('-', '') }, isLent),
    }),
  },
  {
    name: 'sorts-prices-as-texts',
    description: 'It puts 1000 before 9, as sort() of JavaScript does.',
    operations: ['listTools'],
    foundBy: rightOrder,
    behavior: ({ filterTools }) => ({
      filterTools: (tools, wanted, isLent) => {
        const sorted = filterTools(tools, wanted, isLent);
        if (wanted.sort === 'id' || wanted.sort === '-id') return sorted;
        const upwards = sorted.toSorted((a, b) => (String(priceOf(a)) < String(priceOf(b)) ? -1 : 1));
        return wanted.sort === 'priceCents' ? upwards : upwards.toReversed();
      },
    }),
  },
]);
