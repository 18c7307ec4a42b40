import { type Json, JsonNumber, type JsonObject } from '../../json.ts';
import type { LibraryState, Tool } from '../state.ts';
import { priceOf, type ToolStoreBehavior } from '../store.ts';
import { deep } from '../variant.ts';

const written = ['read-returns-written'];

/** What is stored by a write upon a tool that is there. */
function rewrites(stored: (before: JsonObject, after: JsonObject) => JsonObject) {
  return ({ saveTool }: ToolStoreBehavior): Partial<ToolStoreBehavior> => ({
    saveTool: (state, tool) => {
      const before = state.tools.get(tool.id)?.fields;
      saveTool(state, before === undefined ? tool : { ...tool, fields: stored(before, tool.fields) });
    },
  });
}

/** What is stored of a tool, whichever request brought it. */
function stores(stored: (fields: JsonObject) => JsonObject) {
  return ({ saveTool }: ToolStoreBehavior): Partial<ToolStoreBehavior> => ({
    saveTool: (state, tool) => saveTool(state, { ...tool, fields: stored(tool.fields) }),
  });
}

function mapped(fields: JsonObject, change: (value: Json, name: string) => Json): JsonObject {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, change(value, name)]));
}

const isNumber = (value: Json | undefined) => value instanceof JsonNumber;

/** The answer shows one thing, and the shelf has another. */
export const storesOtherValues = deep([
  {
    name: 'keeps-numbers-that-are-replaced',
    description: 'It updates the columns of text, shows the whole, and leaves the numbers as they are.',
    operations: ['createTool'],
    foundBy: written,
    behavior: rewrites((before, after) =>
      mapped(after, (value, name) => (isNumber(value) ? (before[name] ?? value) : value)),
    ),
  },
  {
    name: 'keeps-price-of-patch',
    description: 'It returns the price of a patch and does not store it.',
    operations: ['createTool'],
    foundBy: written,
    behavior: rewrites((before, after) => ({ ...after, priceCents: before.priceCents ?? null })),
  },
  {
    name: 'keeps-kind-that-is-replaced',
    description: 'It shows the kind of a replacement and stores all but that.',
    operations: ['createTool'],
    foundBy: written,
    behavior: rewrites((before, after) => ({ ...after, kind: before.kind ?? null })),
  },
  {
    name: 'stores-no-empty-lists',
    description: 'It writes no row for a list of nothing, and reads none.',
    operations: ['createTool'],
    foundBy: written,
    behavior: stores((fields) =>
      Object.fromEntries(Object.entries(fields).filter(([, value]) => !(Array.isArray(value) && value.length === 0))),
    ),
  },
  {
    name: 'stores-three-bytes-a-character',
    description: 'It ends a text where a character of four bytes begins.',
    operations: ['createTool'],
    foundBy: written,
    behavior: stores((fields) =>
      mapped(fields, (value) => (typeof value === 'string' ? value.replace(/[\u{10000}-\u{10ffff}].*/su, '') : value)),
    ),
  },
  {
    name: 'stores-weights-in-single-precision',
    description: 'It stores a decimal in a column of four bytes.',
    operations: ['createTool'],
    foundBy: written,
    behavior: stores((fields) =>
      mapped(fields, (value, name) =>
        name === 'weight' && value instanceof JsonNumber
          ? new JsonNumber(String(Math.fround(Number(value.source))))
          : value,
      ),
    ),
  },
  {
    name: 'stores-forty-characters',
    description: 'It truncates a name to the width of its column, which the contract does not know.',
    operations: ['createTool'],
    foundBy: written,
    behavior: stores((fields) =>
      mapped(fields, (value, name) => (name === 'name' ? String(value).slice(0, 40) : value)),
    ),
  },
  {
    name: 'replaces-tool-of-same-serial',
    description: 'It inserts or replaces by the serial, and the tool that had it is deleted.',
    operations: ['createTool'],
    foundBy: ['created-is-found'],
    behavior: ({ saveTool }) => ({
      saveTool: (state, tool) => {
        for (const other of areEquivalent(state, tool)) state.tools.delete(other.id);
        saveTool(state, tool);
      },
    }),
  },
  {
    name: 'writes-over-tool-of-same-serial',
    description: 'It updates by the serial, and the tool that had it shows what the new one brought.',
    operations: ['createTool'],
    foundBy: written,
    behavior: ({ saveTool }) => ({
      saveTool: (state, tool) => {
        for (const other of areEquivalent(state, tool)) saveTool(state, { ...other, fields: tool.fields });
        saveTool(state, tool);
      },
    }),
  },
  {
    name: 'removes-before-it-asks',
    description: 'It removes the tool and looks at the key afterwards.',
    operations: ['createTool'],
    foundBy: ['created-is-found'],
    behavior: ({ saveTool, isAuthorized }) => {
      let known: LibraryState | undefined;
      return {
        saveTool: (state, tool) => {
          known = state;
          saveTool(state, tool);
        },
        isAuthorized: (incoming, wanted) => {
          const [id = ''] = incoming.pathValues;
          if (incoming.operation === 'removeTool' && /^\d+$/.test(id) && !isAuthorized(incoming, wanted))
            known?.tools.delete(BigInt(id));
          return isAuthorized(incoming, wanted);
        },
      };
    },
  },
  {
    name: 'makes-tags-of-ids',
    description: 'It makes the ETag of the address alone, so that no client sees that anything has changed.',
    operations: ['createTool'],
    foundBy: ['etag-changes'],
    behavior: () => ({
      transformResponse: (reply, { pathValues: [id = '0'] }) =>
        reply.headers.etag === undefined
          ? reply
          : { ...reply, headers: { ...reply.headers, etag: `"${id.slice(-16).padStart(16, '0')}"` } },
    }),
  },
]);

function areEquivalent({ tools }: LibraryState, { id, fields: { serial } }: Tool): readonly Tool[] {
  if (typeof serial !== 'string') return [];
  return [...tools.values()].filter((one) => one.id !== id && one.fields.serial === serial);
}

/** A list that is not of what is there, or cut too early. */
export const listsOtherValues = deep([
  {
    name: 'lists-tools-as-they-were',
    description: 'It lists from an index that creation alone writes.',
    operations: ['createTool'],
    categories: ['lifecycles'],
    foundBy: ['list-shows-written'],
    behavior: ({ saveTool, filterTools }) => {
      const first = new Map<bigint, Tool>();
      return {
        saveTool: (state, tool) => {
          if (!first.has(tool.id)) first.set(tool.id, tool);
          saveTool(state, tool);
        },
        filterTools: (tools, wanted, isLent) =>
          filterTools(
            tools.map((tool) => first.get(tool.id) ?? tool),
            wanted,
            isLent,
          ),
      };
    },
  },
  {
    name: 'lists-tools-twice',
    description: 'It joins with a table that has two rows for each tool.',
    operations: ['createTool'],
    categories: ['lifecycles'],
    foundBy: ['list-has-created'],
    behavior: ({ filterTools }) => ({
      filterTools: (tools, wanted, isLent) => filterTools(tools, wanted, isLent).flatMap((tool) => [tool, tool]),
    }),
  },
  {
    name: 'filters-what-is-cut',
    description: 'It cuts a page of all tools and shows those of the right kind.',
    operations: ['listTools'],
    foundBy: ['page-taken-last'],
    behavior: ({ filterTools, pageOfTools }) => ({
      filterTools: (tools, wanted, isLent) => filterTools(tools, { ...wanted, kinds: undefined }, isLent),
      pageOfTools: (tools, wanted) =>
        pageOfTools(tools, wanted).filter(
          ({ fields }) => wanted.kinds === undefined || wanted.kinds.some((kind) => kind === fields.kind),
        ),
    }),
  },
  {
    name: 'sorts-what-is-cut',
    description: 'It cuts a page by id and sorts that by price.',
    operations: ['listTools'],
    foundBy: ['page-taken-last'],
    behavior: ({ filterTools, pageOfTools }) => ({
      filterTools: (tools, wanted, isLent) => filterTools(tools, { ...wanted, sort: 'id' }, isLent),
      pageOfTools: (tools, wanted) => {
        const direction = wanted.sort === 'priceCents' ? 1 : wanted.sort === '-priceCents' ? -1 : 0;
        return pageOfTools(tools, wanted).toSorted((a, b) => direction * (priceOf(a) - priceOf(b)));
      },
    }),
  },
  {
    name: 'cuts-one-too-few',
    description: 'It treats the last index as one past the last.',
    operations: ['listTools'],
    foundBy: ['page-taken-last'],
    behavior: ({ pageOfTools }) => ({
      pageOfTools: (tools, wanted) => pageOfTools(tools, { ...wanted, limit: wanted.limit - 1 }),
    }),
  },
]);
