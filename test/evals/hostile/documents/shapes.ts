/** What a document makes of a keyword: which schemas there are, and which is used by its operations. */
import type { Kind, Written } from './kinds.ts';

export interface Shape {
  readonly name: string;
  /** The components of the document. The operations use `Root`. */
  readonly schemas: (kind: Kind) => Schemas;
}

export interface Schemas {
  readonly [name: string]: Written;
}

const LEVELS = 25;
const RING = 25;
const CHAIN = 10_000;
const NESTED = 8;
const DEEP = 3_000;

export const leaf: Written = {
  type: 'object',
  required: ['a'],
  properties: { a: { type: 'string', minLength: 1, maxLength: 8 } },
};

export const shapes: readonly Shape[] = [
  { name: 'doubled', schemas: ({ join }) => ladder(LEVELS, (next) => join(next, next)) },
  { name: 'doubled by two ways', schemas: web },
  {
    name: 'doubled inline',
    schemas: ({ join }) => ladder(LEVELS, (next) => join({ allOf: [next] }, { allOf: [next], title: 'b' })),
  },
  { name: 'nested inline', schemas: ({ join }) => ({ Root: nested(join, NESTED) }) },
  { name: 'deep', schemas: ({ join }) => ({ Root: deep(join, DEEP) }) },
  { name: 'through itself', schemas: ({ join }) => ({ Root: join(refTo('Root'), refTo('Root')) }) },
  {
    name: 'in a ring',
    schemas: ({ join }) => ({ ...ladder(RING, (next) => join(next, next)), [`L${RING}`]: refTo('Root') }),
  },
  { name: 'in a chain', schemas: ({ join }) => ladder(CHAIN, (next) => join(next, { title: 'b' })) },
];

export function refTo(name: string): Written {
  return { $ref: `#/components/schemas/${name}` };
}

/** Root, L1, L2, ... down to the leaf, each made of a reference to the next. */
export function ladder(levels: number, rung: (next: Written) => Written): Schemas {
  const rungs = Array.from({ length: levels }, (_unused, level): [string, Written] => [
    nameOf(level),
    rung(refTo(nameOf(level + 1))),
  ]);
  return { ...Object.fromEntries(rungs), [nameOf(levels)]: leaf };
}

function nameOf(level: number): string {
  return level === 0 ? 'Root' : `L${level}`;
}

/** Two schemas on each level, which both lead to both of the next. */
function web({ join }: Kind): Schemas {
  const rungs = Array.from({ length: LEVELS }, (_unused, level): [string, Written][] => {
    const next = join(refTo(`A${level + 1}`), refTo(`B${level + 1}`));
    return [
      [`A${level}`, next],
      [`B${level}`, { ...next, title: 'b' }],
    ];
  });
  const ends = { [`A${LEVELS}`]: leaf, [`B${LEVELS}`]: { ...leaf, title: 'b' } };
  return { Root: join(refTo('A0'), refTo('B0')), ...Object.fromEntries(rungs.flat()), ...ends };
}

function nested(join: Kind['join'], levels: number): Written {
  if (levels === 0) return leaf;
  return join(nested(join, levels - 1), nested(join, levels - 1));
}

/** Stands for what `written` puts in its place: so deep, `JSON.stringify` itself overflows. */
const HOLE = '(the next level)';

function deep(join: Kind['join'], levels: number): Written {
  return { [HOLE]: JSON.stringify(join({ [HOLE]: '' }, { title: 'b' })), levels };
}

/** The text of a document. */
export function written(document: object): string {
  const text = JSON.stringify(document);
  const [, rung = '', levels = '0'] =
    new RegExp(`\\{"${RegExp.escape(HOLE)}":("(?:[^"\\\\]|\\\\.)*"),"levels":(\\d+)\\}`).exec(text) ?? [];
  if (rung === '') return text;
  const [before = '', ...others] = String(JSON.parse(rung)).split(`{"${HOLE}":""}`);
  // A keyword that leads to the next level twice does so once: it is about depth here.
  const after = others.join('{}');
  const nested = before.repeat(Number(levels)) + JSON.stringify(leaf) + after.repeat(Number(levels));
  return text.replace(`{"${HOLE}":${rung},"levels":${levels}}`, () => nested);
}
