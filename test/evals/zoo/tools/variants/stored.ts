import { type Json, JsonNumber, type JsonObject } from '../../json.ts';
import type { Shelf, Tool } from '../shelf.ts';
import { type Behaviour, priceOf } from '../store.ts';
import { deep } from '../variant.ts';

const written = ['read-returns-written'];

/** What is stored by a write upon a tool that is there. */
function rewrites(stored: (before: JsonObject, after: JsonObject) => JsonObject) {
  return ({ keep }: Behaviour): Partial<Behaviour> => ({
    keep: (shelf, tool) => {
      const before = shelf.tools.get(tool.id)?.fields;
      keep(shelf, before === undefined ? tool : { ...tool, fields: stored(before, tool.fields) });
    },
  });
}

/** What is stored of a tool, whichever request brought it. */
function stores(stored: (fields: JsonObject) => JsonObject) {
  return ({ keep }: Behaviour): Partial<Behaviour> => ({
    keep: (shelf, tool) => keep(shelf, { ...tool, fields: stored(tool.fields) }),
  });
}

function mapped(fields: JsonObject, change: (value: Json, name: string) => Json): JsonObject {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, change(value, name)]));
}

const isNumber = (value: Json | undefined) => value instanceof JsonNumber;

/** The answer shows one thing, and the shelf has another. */
export const storedOtherwise = deep([
  {
    name: 'keeps-numbers-that-are-replaced',
    what: 'It updates the columns of text, shows the whole, and leaves the numbers as they are.',
    at: ['createTool'],
    foundBy: written,
    behaviour: rewrites((before, after) =>
      mapped(after, (value, name) => (isNumber(value) ? (before[name] ?? value) : value)),
    ),
  },
  {
    name: 'keeps-price-of-patch',
    what: 'It shows the price of a patch and does not store it.',
    at: ['createTool'],
    foundBy: written,
    behaviour: rewrites((before, after) => ({ ...after, priceCents: before.priceCents ?? null })),
  },
  {
    name: 'keeps-kind-that-is-replaced',
    what: 'It shows the kind of a replacement and stores all but that.',
    at: ['createTool'],
    foundBy: written,
    behaviour: rewrites((before, after) => ({ ...after, kind: before.kind ?? null })),
  },
  {
    name: 'stores-no-empty-lists',
    what: 'It writes no row for a list of nothing, and reads none.',
    at: ['createTool'],
    foundBy: written,
    behaviour: stores((fields) =>
      Object.fromEntries(
        Object.entries(fields).filter(([, value]) => !(Array.isArray(value) && value.length === 0)),
      ),
    ),
  },
  {
    name: 'stores-three-bytes-a-character',
    what: 'It ends a text where a character of four bytes begins.',
    at: ['createTool'],
    foundBy: written,
    behaviour: stores((fields) =>
      mapped(fields, (value) =>
        typeof value === 'string' ? value.replace(/[\u{10000}-\u{10ffff}].*/su, '') : value,
      ),
    ),
  },
  {
    name: 'stores-weights-in-single-precision',
    what: 'It stores a decimal in a column of four bytes.',
    at: ['createTool'],
    foundBy: written,
    behaviour: stores((fields) =>
      mapped(fields, (value, name) =>
        name === 'weight' && value instanceof JsonNumber
          ? new JsonNumber(String(Math.fround(Number(value.source))))
          : value,
      ),
    ),
  },
  {
    name: 'stores-forty-characters',
    what: 'It cuts a name to the width of its column, which the contract does not know.',
    at: ['createTool'],
    foundBy: written,
    behaviour: stores((fields) =>
      mapped(fields, (value, name) => (name === 'name' ? String(value).slice(0, 40) : value)),
    ),
  },
  {
    name: 'replaces-tool-of-same-serial',
    what: 'It inserts or replaces by the serial, and the tool that had it is gone.',
    at: ['createTool'],
    foundBy: ['created-is-there'],
    behaviour: ({ keep }) => ({
      keep: (shelf, tool) => {
        for (const other of alike(shelf, tool)) shelf.tools.delete(other.id);
        keep(shelf, tool);
      },
    }),
  },
  {
    name: 'writes-over-tool-of-same-serial',
    what: 'It updates by the serial, and the tool that had it shows what the new one brought.',
    at: ['createTool'],
    foundBy: written,
    behaviour: ({ keep }) => ({
      keep: (shelf, tool) => {
        for (const other of alike(shelf, tool)) keep(shelf, { ...other, fields: tool.fields });
        keep(shelf, tool);
      },
    }),
  },
  {
    name: 'removes-before-it-asks',
    what: 'It removes the tool and looks at the key afterwards.',
    at: ['createTool'],
    foundBy: ['created-is-there'],
    behaviour: ({ keep, mayEnter }) => {
      let known: Shelf | undefined;
      return {
        keep: (shelf, tool) => {
          known = shelf;
          keep(shelf, tool);
        },
        mayEnter: (incoming, wanted) => {
          const [id = ''] = incoming.names;
          if (incoming.operation === 'removeTool' && /^\d+$/.test(id) && !mayEnter(incoming, wanted))
            known?.tools.delete(BigInt(id));
          return mayEnter(incoming, wanted);
        },
      };
    },
  },
  {
    name: 'makes-tags-of-ids',
    what: 'It makes the ETag of the address alone, so that no client sees that anything has changed.',
    at: ['createTool'],
    foundBy: ['etag-changes'],
    behaviour: () => ({
      finish: (reply, { names: [id = '0'] }) =>
        reply.headers.etag === undefined
          ? reply
          : { ...reply, headers: { ...reply.headers, etag: `"${id.slice(-16).padStart(16, '0')}"` } },
    }),
  },
]);

function alike({ tools }: Shelf, { id, fields: { serial } }: Tool): readonly Tool[] {
  if (typeof serial !== 'string') return [];
  return [...tools.values()].filter((one) => one.id !== id && one.fields.serial === serial);
}

/** A list that is not of what is there, or cut too early. */
export const listedOtherwise = deep([
  {
    name: 'lists-tools-as-they-were',
    what: 'It lists from an index that creation alone writes.',
    at: ['createTool'],
    families: ['lifecycles'],
    foundBy: ['list-shows-written'],
    behaviour: ({ keep, select }) => {
      const first = new Map<bigint, Tool>();
      return {
        keep: (shelf, tool) => {
          if (!first.has(tool.id)) first.set(tool.id, tool);
          keep(shelf, tool);
        },
        select: (tools, wanted, isLent) =>
          select(
            tools.map((tool) => first.get(tool.id) ?? tool),
            wanted,
            isLent,
          ),
      };
    },
  },
  {
    name: 'lists-tools-twice',
    what: 'It joins with a table that has two rows for each tool.',
    at: ['createTool'],
    families: ['lifecycles'],
    foundBy: ['list-has-created'],
    behaviour: ({ select }) => ({
      select: (tools, wanted, isLent) => select(tools, wanted, isLent).flatMap((tool) => [tool, tool]),
    }),
  },
  {
    name: 'filters-what-is-cut',
    what: 'It cuts a page of all tools and shows those of the right kind.',
    at: ['listTools'],
    foundBy: ['page-is-cut-last'],
    behaviour: ({ select, page }) => ({
      select: (tools, wanted, isLent) => select(tools, { ...wanted, kinds: undefined }, isLent),
      page: (tools, wanted) =>
        page(tools, wanted).filter(
          ({ fields }) => wanted.kinds === undefined || wanted.kinds.some((kind) => kind === fields.kind),
        ),
    }),
  },
  {
    name: 'sorts-what-is-cut',
    what: 'It cuts a page by id and sorts that by price.',
    at: ['listTools'],
    foundBy: ['page-is-cut-last'],
    behaviour: ({ select, page }) => ({
      select: (tools, wanted, isLent) => select(tools, { ...wanted, sort: 'id' }, isLent),
      page: (tools, wanted) => {
        const direction = wanted.sort === 'priceCents' ? 1 : wanted.sort === '-priceCents' ? -1 : 0;
        return page(tools, wanted).toSorted((a, b) => direction * (priceOf(a) - priceOf(b)));
      },
    }),
  },
  {
    name: 'cuts-one-too-few',
    what: 'It takes the last place for one behind the last.',
    at: ['listTools'],
    foundBy: ['page-is-cut-last'],
    behaviour: ({ page }) => ({
      page: (tools, wanted) => page(tools, { ...wanted, limit: wanted.limit - 1 }),
    }),
  },
]);
