import { setTimeout as delay } from 'node:timers/promises';
import { readQuery } from '../query.ts';
import { Problem, problemReply } from '../reply.ts';
import type { Tool } from '../shelf.ts';
import { newUuid } from '../store.ts';
import { manners } from '../variant.ts';

/** As the store itself keeps the contract, so does each of these. */
export const rightManners = manners([
  {
    name: 'numbers-downwards',
    what: 'It gives ids from the highest of 64 bits downwards.',
    behaviour: () => ({ nextId: ({ tick }) => 2n ** 63n - 1n - 3n * tick }),
  },
  {
    name: 'numbers-from-one',
    what: 'It gives the ids 1, 2, 3 and none twice.',
    behaviour: () => ({ nextId: ({ tick }) => tick + 1n }),
  },
  {
    name: 'gives-smaller-pages',
    what: 'It gives out ten tools at most, whatever the limit.',
    behaviour: () => ({
      page: (tools, { offset, limit }) => tools.slice(offset, offset + Math.min(limit, 10)),
    }),
  },
  {
    name: 'gives-smaller-pages-of-loans',
    what: 'It gives out two loans at most and tells where to go on.',
    behaviour: () => ({ pageOfLoans: (loans, { limit }) => loans.slice(0, Math.min(limit, 2)) }),
  },
  {
    name: 'refuses-serials-twice',
    what: 'It answers 409 to a serial that another tool has.',
    behaviour: ({ keep }) => ({
      keep: (shelf, tool) => {
        const { serial } = tool.fields;
        const isOther = (one: Tool) => one.id !== tool.id && one.fields.serial === serial;
        if (typeof serial === 'string' && [...shelf.tools.values()].some(isOther))
          throw new Problem(409, 'Another tool has this serial.');
        keep(shelf, tool);
      },
    }),
  },
  {
    name: 'answers-400-to-wrong-bodies',
    what: 'It answers 400 to every wrong body, and 422 to none.',
    behaviour: () => ({
      answerProblem: (problem) =>
        problemReply(
          problem.status === 422 ? new Problem(400, problem.message, problem.complaints) : problem,
        ),
    }),
  },
  {
    name: 'answers-404-to-odd-ids',
    what: 'It knows no tool of a name that is no number, and says so.',
    behaviour: () => ({
      answerProblem: (problem) => {
        const isOdd = problem.status === 400 && /^(tool-id|uuid)\b/.test(problem.message);
        return problemReply(isOdd ? new Problem(404, 'There is none.') : problem);
      },
    }),
  },
  {
    name: 'hides-what-is-removed',
    what: 'It keeps removed tools and shows them to nobody.',
    behaviour: ({ find, select }) => {
      const gone = new Set<bigint>();
      return {
        remove: (_shelf, { id }) => void gone.add(id),
        find: (shelf, id) => (gone.has(id) ? undefined : find(shelf, id)),
        select: (tools, wanted, isLent) =>
          select(
            tools.filter(({ id }) => !gone.has(id)),
            wanted,
            isLent,
          ),
      };
    },
  },
  {
    name: 'is-slow',
    what: 'It takes 15 to 40 milliseconds for every answer.',
    behaviour: () => {
      let count = 0;
      return {
        around: async (_message, answer) => {
          await delay(15 + ((count++ * 7) % 25));
          return answer();
        },
      };
    },
    atOnce: 24,
  },
  {
    name: 'closes-every-connection',
    what: 'It ends the connection after every answer.',
    behaviour: () => ({
      around: async (_message, answer) => {
        const reply = await answer();
        return { ...reply, headers: { ...reply.headers, connection: 'close' } };
      },
    }),
  },
  {
    name: 'sends-more-headers',
    what: 'It sends headers that nobody has declared, and names in capitals.',
    behaviour: () => ({
      finish: (reply) => ({
        ...reply,
        headers: { ...reply.headers, 'X-Request-Id': '7', Vary: 'Accept-Encoding', Server: 'workshop' },
      }),
    }),
  },
  {
    name: 'writes-names-in-other-order',
    what: 'It writes the members of every tool in the order of the alphabet, and its id last.',
    behaviour: ({ showTool }) => ({
      showTool: (tool, isLent) => {
        const { id, ...rest } = showTool(tool, isLent);
        const sorted = Object.fromEntries(Object.entries(rest).toSorted(([a], [b]) => (a < b ? -1 : 1)));
        return id === undefined ? sorted : { ...sorted, id };
      },
    }),
  },
  {
    name: 'gives-whole-addresses',
    what: 'It gives a Location with scheme and host.',
    behaviour: () => ({
      finish: (reply, { message }) => {
        const { location } = reply.headers;
        if (location === undefined) return reply;
        return {
          ...reply,
          headers: { ...reply.headers, location: `http://${message.headers.host}${location}` },
        };
      },
    }),
  },
  {
    name: 'says-charset',
    what: 'It names the charset of every JSON.',
    behaviour: () => ({
      finish: (reply) => {
        const type = reply.headers['content-type'];
        if (type === undefined) return reply;
        return { ...reply, headers: { ...reply.headers, 'content-type': `${type}; charset=utf-8` } };
      },
    }),
  },
  {
    name: 'lists-loans-by-id',
    what: 'It lists loans in the order of their ids.',
    behaviour: ({ loansOf }) => ({
      loansOf: (shelf, tool) => loansOf(shelf, tool).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    }),
  },
  {
    name: 'shows-what-is-not-there-as-null',
    what: 'It shows null for the notes, the serial and the date that a tool has not, as the contract allows.',
    behaviour: ({ showTool }) => ({
      showTool: (tool, isLent) => ({ notes: null, serial: null, acquired: null, ...showTool(tool, isLent) }),
    }),
  },
  {
    name: 'refuses-cursors-it-has-not-given',
    what: 'It answers 400 to a cursor that is no loan of this tool.',
    behaviour: () => ({
      pageOfLoans: (loans, { limit, cursor }) => {
        if (cursor !== undefined && loans.length === 0)
          throw new Problem(400, 'This cursor is none of ours.', [
            { pointer: '?cursor', message: 'unknown' },
          ]);
        return loans.slice(0, limit);
      },
    }),
  },
  {
    name: 'says-nothing-of-details',
    what: 'It describes problems with what is required alone.',
    behaviour: () => ({
      answerProblem: (problem) => problemReply(new Problem(problem.status, '', problem.complaints)),
    }),
  },
  {
    name: 'answers-410-to-what-was-removed',
    what: 'It keeps removed tools to itself, and says that they are gone.',
    behaviour: ({ find, remove }) => {
      const gone = new Set<bigint>();
      return {
        remove: (shelf, tool) => {
          gone.add(tool.id);
          remove(shelf, tool);
        },
        find: (shelf, id) => {
          if (gone.has(id)) throw new Problem(410, 'This tool was removed.');
          return find(shelf, id);
        },
      };
    },
  },
  {
    name: 'gives-ids-again',
    what: 'It gives a new tool the id of one that was removed.',
    behaviour: ({ remove }) => {
      const free: bigint[] = [];
      return {
        remove: (shelf, tool) => {
          free.push(tool.id);
          remove(shelf, tool);
        },
        nextId: ({ tick }) => free.pop() ?? tick + 1_000n,
      };
    },
  },
  {
    name: 'refuses-names-twice',
    what: 'It answers 409 to a name that another tool has, in whatever case.',
    behaviour: ({ keep }) => ({
      keep: (shelf, tool) => {
        const nameOf = ({ fields }: Tool) => String(fields.name).toLowerCase();
        const isOther = (one: Tool) => one.id !== tool.id && nameOf(one) === nameOf(tool);
        if ([...shelf.tools.values()].some(isOther)) throw new Problem(409, 'Another tool has this name.');
        keep(shelf, tool);
      },
    }),
  },
  {
    name: 'lists-newest-of-equals-first',
    what: 'It puts the newest first where the order that was asked for says nothing.',
    behaviour: ({ select }) => ({
      select: (tools, wanted, isLent) => select(tools.toReversed(), wanted, isLent),
    }),
  },
  {
    name: 'lists-as-of-a-second-ago',
    what: 'It keeps every list for a second.',
    behaviour: ({ select }) => {
      const kept = new Map<string, { readonly made: number; readonly chosen: readonly Tool[] }>();
      return {
        select: (tools, wanted, isLent) => {
          const known = kept.get(JSON.stringify(wanted));
          if (known !== undefined && Date.now() - known.made < 1_000) return known.chosen;
          const chosen = select(tools, wanted, isLent);
          kept.set(JSON.stringify(wanted), { made: Date.now(), chosen });
          return chosen;
        },
      };
    },
  },
  {
    name: 'gives-another-cursor-each-time',
    what: 'It makes a cursor for every page that it shows, and knows what it stands for.',
    behaviour: () => {
      const places = new Map<string, string>();
      return {
        readQuery: (text) =>
          readQuery(text).map(([name, value]) => [
            name,
            name === 'cursor' ? (places.get(value.toLowerCase()) ?? value) : value,
          ]),
        finish: (reply, { operation }) => {
          if (operation !== 'listLoans' || reply.status !== 200) return reply;
          const next = /"next":"([0-9a-f-]{36})"/.exec(String(reply.body))?.[1];
          if (next === undefined) return reply;
          const cursor = newUuid();
          places.set(cursor, next);
          return { ...reply, body: String(reply.body).replace(`"next":"${next}"`, `"next":"${cursor}"`) };
        },
      };
    },
  },
]);
