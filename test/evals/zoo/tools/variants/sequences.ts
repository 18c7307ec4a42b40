import { isList, type Json, JsonNumber, type JsonObject } from '../../json.ts';
import { firstId, type Tool } from '../shelf.ts';
import { basic, deep } from '../variant.ts';

/** What was told is not what is there afterwards. */
export const forgetful = basic([
  {
    name: 'stores-nothing',
    what: 'It answers 201 and forgets the tool.',
    at: ['createTool'],
    foundBy: ['created-is-there'],
    behaviour: () => ({ keep: () => undefined }),
  },
  {
    name: 'finds-newest-for-any-id',
    what: 'It shows the tool that was created last, whichever is asked for.',
    at: ['createTool'],
    foundBy: ['read-returns-written'],
    behaviour: ({ find }) => ({
      find: (shelf, id) => (find(shelf, id) === undefined ? undefined : [...shelf.tools.values()].at(-1)),
    }),
  },
  {
    name: 'shows-replacement-and-keeps-original',
    what: 'It answers a PUT with what was sent and stores none of it.',
    at: ['createTool'],
    foundBy: ['read-returns-written'],
    behaviour: ({ keep }) => ({
      keep: (shelf, tool) => (shelf.tools.has(tool.id) ? undefined : keep(shelf, tool)),
    }),
  },
  {
    name: 'merges-replacement',
    what: 'It keeps what a PUT leaves out.',
    at: ['replaceTool'],
    foundBy: ['created-is-echoed'],
    behaviour: () => ({
      replaced: (tool, body) => ({ ...tool, fields: { ...tool.fields, ...body } }),
    }),
  },
  {
    name: 'clears-what-patch-leaves-out',
    what: 'It takes a PATCH for a PUT and keeps only what every tool needs besides.',
    at: ['createTool'],
    foundBy: ['read-returns-written'],
    behaviour: () => ({
      changed: (tool, patch) => ({ ...tool, fields: { ...neededOf(tool), ...withoutNulls(patch) } }),
    }),
  },
  {
    name: 'appends-parts',
    what: 'It puts the parts of a patch behind those that are there.',
    at: ['changeTool'],
    foundBy: ['created-is-echoed'],
    behaviour: ({ changed }) => ({
      changed: (tool, patch) => {
        const [before, sent] = [listOf(tool.fields.parts), listOf(patch.parts)];
        return changed(
          tool,
          sent.length > 0 ? { ...patch, parts: [...before, ...sent].slice(0, 12) } : patch,
        );
      },
    }),
  },
  {
    name: 'removes-nothing',
    what: 'It answers 204 and keeps the tool.',
    at: ['createTool'],
    foundBy: ['removed-is-gone'],
    behaviour: () => ({ remove: () => undefined }),
  },
  {
    name: 'ends-no-loan',
    what: 'It answers 204 and keeps the loan.',
    at: ['lendTool'],
    foundBy: ['removed-is-gone'],
    behaviour: () => ({ endLoan: () => undefined }),
  },
  {
    name: 'removes-twice',
    what: 'It answers 204 to the removal of what is not there, though 404 is declared.',
    at: ['createTool'],
    foundBy: ['removed-once'],
    behaviour: () => ({
      finish: (reply, { operation }) =>
        operation === 'removeTool' && reply.status === 404
          ? { status: 204, headers: {}, body: undefined }
          : reply,
    }),
  },
]);

export const confused = deep([
  {
    name: 'lists-what-is-removed',
    what: 'It lists from an index that no removal reaches.',
    at: ['createTool'],
    foundBy: ['removed-is-gone'],
    behaviour: ({ keep, select }) => {
      const ever = new Map<bigint, Tool>();
      return {
        keep: (shelf, tool) => {
          ever.set(tool.id, tool);
          keep(shelf, tool);
        },
        select: (_tools, wanted, isLent) => select([...ever.values()], wanted, isLent),
      };
    },
  },
  {
    name: 'lists-no-tool-with-parts',
    what: 'It lists from a join that leaves out every tool with parts.',
    at: ['createTool'],
    foundBy: ['list-has-created'],
    behaviour: ({ select }) => ({
      select: (tools, wanted, isLent) =>
        select(
          tools.filter(({ fields }) => listOf(fields.parts).length === 0),
          wanted,
          isLent,
        ),
    }),
  },
  {
    name: 'shares-loans-between-tools',
    what: 'It lists the loans of all tools below each.',
    at: ['lendTool'],
    foundBy: ['kept-below-its-parent'],
    behaviour: () => ({ loansOf: ({ loans }) => [...loans.values()] }),
  },
  {
    name: 'finds-loans-below-any-tool',
    what: 'It looks at the last part of a path alone.',
    at: ['lendTool'],
    foundBy: ['kept-below-its-parent'],
    behaviour: () => ({ findLoan: ({ loans }, _tool, id) => loans.get(id) }),
  },
  {
    name: 'ends-all-loans-of-tool',
    what: 'It removes by the tool and not by the loan.',
    at: ['lendTool'],
    foundBy: ['created-is-there'],
    behaviour: () => ({
      endLoan: ({ loans }, { toolId }) => {
        for (const loan of loans.values()) if (loan.toolId === toolId) loans.delete(loan.id);
      },
    }),
  },
  {
    name: 'leads-astray',
    what: 'It gives a Location where nothing is.',
    at: ['createTool'],
    foundBy: ['created-is-there'],
    behaviour: () => ({ addressOf: ({ id }) => `/tool/${id}` }),
  },
  {
    name: 'rounds-ids-that-it-shows',
    what: 'It writes ids as doubles, so that nobody finds the tool by what it was told.',
    at: ['createTool'],
    foundBy: ['created-is-there'],
    behaviour: ({ showTool }) => ({
      showTool: (tool, isLent) => ({
        ...showTool(tool, isLent),
        id: new JsonNumber(BigInt(Number(tool.id))),
      }),
    }),
  },
  {
    name: 'gives-one-id-to-many',
    what: 'It makes ids of the time, so that tools that are created soon after each other overwrite one another.',
    at: ['createTool'],
    foundBy: ['created-is-new'],
    behaviour: () => ({ nextId: ({ tick }) => firstId + 2n * (tick / 50n) }),
  },
  {
    name: 'rounds-id-of-path',
    what: 'It reads the id of the path as a double and finds a neighbour, or nobody.',
    at: ['createTool'],
    foundBy: ['created-is-there'],
    behaviour: ({ find }) => ({ find: (shelf, id) => find(shelf, BigInt(Number(id))) }),
  },
  {
    name: 'forgets-null-of-patch',
    what: 'It ignores what a merge patch removes by null.',
    at: ['changeTool'],
    foundBy: ['created-is-echoed'],
    behaviour: () => ({
      changed: (tool, patch) => ({ ...tool, fields: { ...tool.fields, ...withoutNulls(patch) } }),
    }),
  },
  {
    name: 'replaces-all-but-name',
    what: 'It never changes the name of a tool, whatever replaces it, and shows what was sent.',
    at: ['createTool'],
    foundBy: ['read-returns-written'],
    behaviour: ({ keep }) => ({
      keep: (shelf, tool) => {
        const { name } = shelf.tools.get(tool.id)?.fields ?? tool.fields;
        keep(shelf, name === undefined ? tool : { ...tool, fields: { ...tool.fields, name } });
      },
    }),
  },
  {
    name: 'takes-id-of-new-member',
    what: 'It lets the client choose what is read-only.',
    at: ['createMember'],
    foundBy: ['read-only-is-kept'],
    behaviour: ({ showMember }) => ({
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
