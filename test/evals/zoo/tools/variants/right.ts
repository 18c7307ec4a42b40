import { setTimeout as delay } from 'node:timers/promises';
import { readQuery } from '../query.ts';
import { problemResponse, ToolProblem } from '../response.ts';
import type { Tool } from '../state.ts';
import { newUuid } from '../store.ts';
import { rightVariants } from '../variant.ts';

/** As the store itself keeps the contract, so does each of these. */
export const rightToolVariants = rightVariants([
  {
    name: 'numbers-downwards',
    description: 'It gives ids from the highest of 64 bits downwards.',
    behavior: () => ({ nextId: ({ createdTools }) => 2n ** 63n - 1n - 3n * createdTools }),
  },
  {
    name: 'numbers-from-one',
    description: 'It gives the ids 1, 2, 3 and none twice.',
    behavior: () => ({ nextId: ({ createdTools }) => createdTools + 1n }),
  },
  {
    name: 'gives-smaller-pages',
    description: 'It gives out ten tools at most, whatever the limit.',
    behavior: () => ({
      pageOfTools: (tools, { offset, limit }) => tools.slice(offset, offset + Math.min(limit, 10)),
    }),
  },
  {
    name: 'gives-smaller-pages-of-loans',
    description: 'It returns at most two loans and where to continue.',
    behavior: () => ({ pageOfLoans: (loans, { limit }) => loans.slice(0, Math.min(limit, 2)) }),
  },
  {
    name: 'rejects-serials-twice',
    description: 'It returns 409 to a serial that another tool has.',
    behavior: ({ saveTool }) => ({
      saveTool: (state, tool) => {
        const { serial } = tool.fields;
        const isOther = (one: Tool) => one.id !== tool.id && one.fields.serial === serial;
        if (typeof serial === 'string' && [...state.tools.values()].some(isOther))
          throw new ToolProblem(409, 'Another tool has this serial.');
        saveTool(state, tool);
      },
    }),
  },
  {
    name: 'returns-400-to-wrong-bodies',
    description: 'It returns 400 to every wrong body, and 422 to none.',
    behavior: () => ({
      respondToProblem: (problem) =>
        problemResponse(problem.status === 422 ? new ToolProblem(400, problem.message, problem.violations) : problem),
    }),
  },
  {
    name: 'returns-404-to-odd-ids',
    description: 'It knows no tool with an id that is not a number, and returns 404.',
    behavior: () => ({
      respondToProblem: (problem) => {
        const isOdd = problem.status === 400 && /^(tool-id|uuid)\b/.test(problem.message);
        return problemResponse(isOdd ? new ToolProblem(404, 'There is none.') : problem);
      },
    }),
  },
  {
    name: 'hides-what-is-removed',
    description: 'It keeps deleted tools and returns them to no client.',
    behavior: ({ findTool, filterTools }) => {
      const gone = new Set<bigint>();
      return {
        removeTool: (_shelf, { id }) => void gone.add(id),
        findTool: (state, id) => (gone.has(id) ? undefined : findTool(state, id)),
        filterTools: (tools, wanted, isLent) =>
          filterTools(
            tools.filter(({ id }) => !gone.has(id)),
            wanted,
            isLent,
          ),
      };
    },
  },
  {
    name: 'is-slow',
    description: 'It needs 15 to 40 milliseconds for every response.',
    behavior: () => {
      let count = 0;
      return {
        wrapExchange: async (_message, respond) => {
          await delay(15 + ((count++ * 7) % 25));
          return respond();
        },
      };
    },
    concurrency: 24,
  },
  {
    name: 'closes-every-connection',
    description: 'It ends the connection after every response.',
    behavior: () => ({
      wrapExchange: async (_message, respond) => {
        const reply = await respond();
        return { ...reply, headers: { ...reply.headers, connection: 'close' } };
      },
    }),
  },
  {
    name: 'sends-more-headers',
    description: 'It sends undeclared headers, and names in upper case.',
    behavior: () => ({
      transformResponse: (reply) => ({
        ...reply,
        headers: { ...reply.headers, 'X-Request-Id': '7', Vary: 'Accept-Encoding', Server: 'workshop' },
      }),
    }),
  },
  {
    name: 'writes-names-in-other-order',
    description: 'It writes the members of every tool in the order of the alphabet, and its id last.',
    behavior: ({ showTool }) => ({
      showTool: (tool, isLent) => {
        const { id, ...rest } = showTool(tool, isLent);
        const sorted = Object.fromEntries(Object.entries(rest).toSorted(([a], [b]) => (a < b ? -1 : 1)));
        return id === undefined ? sorted : { ...sorted, id };
      },
    }),
  },
  {
    name: 'gives-whole-addresses',
    description: 'It gives a Location with scheme and host.',
    behavior: () => ({
      transformResponse: (reply, { message }) => {
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
    description: 'It names the charset of every JSON.',
    behavior: () => ({
      transformResponse: (reply) => {
        const type = reply.headers['content-type'];
        if (type === undefined) return reply;
        return { ...reply, headers: { ...reply.headers, 'content-type': `${type}; charset=utf-8` } };
      },
    }),
  },
  {
    name: 'lists-loans-by-id',
    description: 'It lists loans in the order of their ids.',
    behavior: ({ loansOf }) => ({
      loansOf: (state, tool) => loansOf(state, tool).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    }),
  },
  {
    name: 'shows-what-is-not-there-as-null',
    description: 'It shows null for the notes, the serial and the date that a tool has not, as the contract allows.',
    behavior: ({ showTool }) => ({
      showTool: (tool, isLent) => ({ notes: null, serial: null, acquired: null, ...showTool(tool, isLent) }),
    }),
  },
  {
    name: 'rejects-cursors-it-has-not-given',
    description: 'It returns 400 to a cursor that is not a loan of this tool.',
    behavior: () => ({
      pageOfLoans: (loans, { limit, cursor }) => {
        if (cursor !== undefined && loans.length === 0)
          throw new ToolProblem(400, 'This cursor is none of ours.', [{ pointer: '?cursor', message: 'unknown' }]);
        return loans.slice(0, limit);
      },
    }),
  },
  {
    name: 'says-nothing-of-details',
    description: 'It describes problems with what is required alone.',
    behavior: () => ({
      respondToProblem: (problem) => problemResponse(new ToolProblem(problem.status, '', problem.violations)),
    }),
  },
  {
    name: 'returns-410-to-what-was-removed',
    description: 'It keeps deleted tools internally, and returns 410 for them.',
    behavior: ({ findTool, removeTool }) => {
      const gone = new Set<bigint>();
      return {
        removeTool: (state, tool) => {
          gone.add(tool.id);
          removeTool(state, tool);
        },
        findTool: (state, id) => {
          if (gone.has(id)) throw new ToolProblem(410, 'This tool was removed.');
          return findTool(state, id);
        },
      };
    },
  },
  {
    name: 'gives-ids-again',
    description: 'It gives a new tool the id of one that was removed.',
    behavior: ({ removeTool }) => {
      const free: bigint[] = [];
      return {
        removeTool: (state, tool) => {
          free.push(tool.id);
          removeTool(state, tool);
        },
        nextId: ({ createdTools }) => free.pop() ?? createdTools + 1_000n,
      };
    },
  },
  {
    name: 'rejects-names-twice',
    description: 'It returns 409 to a name that another tool has, in whatever case.',
    behavior: ({ saveTool }) => ({
      saveTool: (state, tool) => {
        const nameOf = ({ fields }: Tool) => String(fields.name).toLowerCase();
        const isOther = (one: Tool) => one.id !== tool.id && nameOf(one) === nameOf(tool);
        if ([...state.tools.values()].some(isOther)) throw new ToolProblem(409, 'Another tool has this name.');
        saveTool(state, tool);
      },
    }),
  },
  {
    name: 'lists-newest-of-equals-first',
    description: 'It lists the newest first where the requested order is a tie.',
    behavior: ({ filterTools }) => ({
      filterTools: (tools, wanted, isLent) => filterTools(tools.toReversed(), wanted, isLent),
    }),
  },
  {
    name: 'lists-as-of-a-second-ago',
    description: 'It keeps every list for a second.',
    behavior: ({ filterTools }) => {
      const kept = new Map<string, { readonly made: number; readonly chosen: readonly Tool[] }>();
      return {
        filterTools: (tools, wanted, isLent) => {
          const known = kept.get(JSON.stringify(wanted));
          if (known !== undefined && Date.now() - known.made < 1_000) return known.chosen;
          const chosen = filterTools(tools, wanted, isLent);
          kept.set(JSON.stringify(wanted), { made: Date.now(), chosen });
          return chosen;
        },
      };
    },
  },
  {
    name: 'gives-another-cursor-each-time',
    description: 'It creates a cursor for every page that it returns, and remembers what it means.',
    behavior: () => {
      const places = new Map<string, string>();
      return {
        readQuery: (text) =>
          readQuery(text).map(([name, value]) => [
            name,
            name === 'cursor' ? (places.get(value.toLowerCase()) ?? value) : value,
          ]),
        transformResponse: (reply, { operation }) => {
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
