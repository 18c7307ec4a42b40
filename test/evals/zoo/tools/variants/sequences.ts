import { isList, type Json, JsonNumber, type JsonObject } from '../../json.ts';
import { firstId, type Tool } from '../state.ts';
import { basic, deep } from '../variant.ts';

/** What was told is not what is there afterwards. */
export const losesData = basic([
  {
    name: 'stores-nothing',
    description: 'It returns 201 and forgets the tool.',
    operations: ['createTool'],
    foundBy: ['created-is-found'],
    behavior: () => ({ saveTool: () => undefined }),
  },
  {
    name: 'finds-newest-for-any-id',
    description: 'It returns the tool that was created last, whichever is requested.',
    operations: ['createTool'],
    foundBy: ['read-returns-written'],
    behavior: ({ findTool }) => ({
      findTool: (state, id) => (findTool(state, id) === undefined ? undefined : [...state.tools.values()].at(-1)),
    }),
  },
  {
    name: 'shows-replacement-and-keeps-original',
    description: 'It returns a PUT with what was sent and stores none of it.',
    operations: ['createTool'],
    foundBy: ['read-returns-written'],
    behavior: ({ saveTool }) => ({
      saveTool: (state, tool) => (state.tools.has(tool.id) ? undefined : saveTool(state, tool)),
    }),
  },
  {
    name: 'merges-replacement',
    description: 'It keeps what a PUT leaves out.',
    operations: ['replaceTool'],
    foundBy: ['created-is-echoed'],
    behavior: () => ({
      replaceTool: (tool, body) => ({ ...tool, fields: { ...tool.fields, ...body } }),
    }),
  },
  {
    name: 'clears-what-patch-leaves-out',
    description: 'It handles a PATCH as a PUT and keeps only the required properties in addition.',
    operations: ['createTool'],
    foundBy: ['read-returns-written'],
    behavior: () => ({
      patchTool: (tool, patch) => ({ ...tool, fields: { ...neededOf(tool), ...withoutNulls(patch) } }),
    }),
  },
  {
    name: 'appends-parts',
    description: 'It puts the parts of a patch behind those that are there.',
    operations: ['changeTool'],
    foundBy: ['created-is-echoed'],
    behavior: ({ patchTool }) => ({
      patchTool: (tool, patch) => {
        const [before, sent] = [listOf(tool.fields.parts), listOf(patch.parts)];
        return patchTool(tool, sent.length > 0 ? { ...patch, parts: [...before, ...sent].slice(0, 12) } : patch);
      },
    }),
  },
  {
    name: 'removes-nothing',
    description: 'It returns 204 and keeps the tool.',
    operations: ['createTool'],
    foundBy: ['deleted-not-found'],
    behavior: () => ({ removeTool: () => undefined }),
  },
  {
    name: 'ends-no-loan',
    description: 'It returns 204 and keeps the loan.',
    operations: ['lendTool'],
    foundBy: ['deleted-not-found'],
    behavior: () => ({ endLoan: () => undefined }),
  },
  {
    name: 'removes-twice',
    description: 'It returns 204 for a second DELETE of a part, although 404 is declared.',
    operations: ['createTool'],
    foundBy: ['deleted-once'],
    behavior: () => ({
      transformResponse: (reply, { operation }) =>
        operation === 'removeTool' && reply.status === 404 ? { status: 204, headers: {}, body: undefined } : reply,
    }),
  },
]);

export const mixesUpData = deep([
  {
    name: 'lists-what-is-removed',
    description: 'It lists from an index that no removal reaches.',
    operations: ['createTool'],
    foundBy: ['deleted-not-found'],
    behavior: ({ saveTool, filterTools }) => {
      const ever = new Map<bigint, Tool>();
      return {
        saveTool: (state, tool) => {
          ever.set(tool.id, tool);
          saveTool(state, tool);
        },
        filterTools: (_tools, wanted, isLent) => filterTools([...ever.values()], wanted, isLent),
      };
    },
  },
  {
    name: 'lists-no-tool-with-parts',
    description: 'It lists from a join that leaves out every tool with parts.',
    operations: ['createTool'],
    foundBy: ['list-has-created'],
    behavior: ({ filterTools }) => ({
      filterTools: (tools, wanted, isLent) =>
        filterTools(
          tools.filter(({ fields }) => listOf(fields.parts).length === 0),
          wanted,
          isLent,
        ),
    }),
  },
  {
    name: 'shares-loans-between-tools',
    description: 'It lists the loans of all tools below each tool.',
    operations: ['lendTool'],
    foundBy: ['scoped-to-parent'],
    behavior: () => ({ loansOf: ({ loans }) => [...loans.values()] }),
  },
  {
    name: 'finds-loans-below-any-tool',
    description: 'It looks at the last part of a path alone.',
    operations: ['lendTool'],
    foundBy: ['scoped-to-parent'],
    behavior: () => ({ findLoan: ({ loans }, _tool, id) => loans.get(id) }),
  },
  {
    name: 'ends-all-loans-of-tool',
    description: 'It removes by the tool and not by the loan.',
    operations: ['lendTool'],
    foundBy: ['created-is-found'],
    behavior: () => ({
      endLoan: ({ loans }, { toolId }) => {
        for (const loan of loans.values()) if (loan.toolId === toolId) loans.delete(loan.id);
      },
    }),
  },
  {
    name: 'leads-astray',
    description: 'It gives a Location where nothing is.',
    operations: ['createTool'],
    foundBy: ['created-is-found'],
    behavior: () => ({ locationOf: ({ id }) => `/tool/${id}` }),
  },
  {
    name: 'rounds-ids-that-it-shows',
    description: 'It writes ids as doubles, so that clients cannot find the tool by the id they received.',
    operations: ['createTool'],
    foundBy: ['created-is-found'],
    behavior: ({ showTool }) => ({
      showTool: (tool, isLent) => ({
        ...showTool(tool, isLent),
        id: new JsonNumber(BigInt(Number(tool.id))),
      }),
    }),
  },
  {
    name: 'gives-one-id-to-many',
    description: 'It derives ids from the time, so that tools that are created at the same time overwrite one another.',
    operations: ['createTool'],
    foundBy: ['created-id-is-unique'],
    behavior: () => ({ nextId: ({ createdTools }) => firstId + 2n * (createdTools / 50n) }),
  },
  {
    name: 'rounds-id-of-path',
    description: 'It reads the id in the path as a double and finds another tool, or none.',
    operations: ['createTool'],
    foundBy: ['created-is-found'],
    behavior: ({ findTool }) => ({ findTool: (state, id) => findTool(state, BigInt(Number(id))) }),
  },
  {
    name: 'forgets-null-of-patch',
    description: 'It ignores what a merge patch removes by null.',
    operations: ['changeTool'],
    foundBy: ['created-is-echoed'],
    behavior: () => ({
      patchTool: (tool, patch) => ({ ...tool, fields: { ...tool.fields, ...withoutNulls(patch) } }),
    }),
  },
  {
    name: 'replaces-all-but-name',
    description: 'It never changes the name of a tool, whatever replaces it, and shows what was sent.',
    operations: ['createTool'],
    foundBy: ['read-returns-written'],
    behavior: ({ saveTool }) => ({
      saveTool: (state, tool) => {
        const { name } = state.tools.get(tool.id)?.fields ?? tool.fields;
        saveTool(state, name === undefined ? tool : { ...tool, fields: { ...tool.fields, name } });
      },
    }),
  },
  {
    name: 'takes-id-of-new-member',
    description: 'It lets the client write read-only properties.',
    operations: ['createMember'],
    foundBy: ['read-only-is-kept'],
    behavior: ({ showMember }) => ({
      fieldsOf: (body) => body,
      showMember: (member) => {
        const { id, memberSince } = member.fields;
        return {
          ...showMember(member),
          ...(id === undefined ? {} : { id }),
          ...(memberSince === undefined ? {} : { memberSince }),
        };
      },
    }),
  },
]);

function listOf(value: Json | undefined): readonly Json[] {
  return value !== undefined && isList(value) ? value : [];
}

function neededOf({ fields }: Tool): JsonObject {
  const needed = ['name', 'kind', 'priceCents', 'size', 'power'];
  return Object.fromEntries(Object.entries(fields).filter(([name]) => needed.includes(name)));
}

function withoutNulls(patch: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== null));
}
