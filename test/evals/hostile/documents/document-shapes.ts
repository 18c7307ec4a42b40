/** What a document makes of a keyword: which schemas there are, and which is used by its operations. */
import type { KeywordKind, WrittenSchema } from './keyword-kinds.ts';

export interface DocumentShape {
  readonly name: string;
  /** The components of the document. The operations use `Root`. */
  readonly schemas: (kind: KeywordKind) => WrittenSchemas;
}

export interface WrittenSchemas {
  readonly [name: string]: WrittenSchema;
}

const LEVELS = 25;
const CYCLE_LENGTH = 25;
const CHAIN_LENGTH = 10_000;
const NESTED_LEVELS = 8;
const DEEP_LEVELS = 3_000;

export const leaf: WrittenSchema = {
  type: 'object',
  required: ['a'],
  properties: { a: { type: 'string', minLength: 1, maxLength: 8 } },
};

export const shapes: readonly DocumentShape[] = [
  { name: 'doubled', schemas: ({ join }) => levelChain(LEVELS, (next) => join(next, next)) },
  { name: 'doubled by two ways', schemas: doubleChain },
  {
    name: 'doubled inline',
    schemas: ({ join }) => levelChain(LEVELS, (next) => join({ allOf: [next] }, { allOf: [next], title: 'b' })),
  },
  { name: 'nested inline', schemas: ({ join }) => ({ Root: nested(join, NESTED_LEVELS) }) },
  { name: 'deep', schemas: ({ join }) => ({ Root: deep(join, DEEP_LEVELS) }) },
  { name: 'through itself', schemas: ({ join }) => ({ Root: join(refTo('Root'), refTo('Root')) }) },
  {
    name: 'in a ring',
    schemas: ({ join }) => ({
      ...levelChain(CYCLE_LENGTH, (next) => join(next, next)),
      [`L${CYCLE_LENGTH}`]: refTo('Root'),
    }),
  },
  {
    name: 'in a chain',
    schemas: ({ join }) => levelChain(CHAIN_LENGTH, (next) => join(next, { title: 'b' })),
  },
];

export function refTo(name: string): WrittenSchema {
  return { $ref: `#/components/schemas/${name}` };
}

/** Root, L1, L2, ... down to the leaf, each made of a reference to the next. */
export function levelChain(levels: number, makeLevel: (next: WrittenSchema) => WrittenSchema): WrittenSchemas {
  const schemasByLevel = Array.from({ length: levels }, (_unused, level): [string, WrittenSchema] => [
    nameOf(level),
    makeLevel(refTo(nameOf(level + 1))),
  ]);
  return { ...Object.fromEntries(schemasByLevel), [nameOf(levels)]: leaf };
}

function nameOf(level: number): string {
  return level === 0 ? 'Root' : `L${level}`;
}

/** Two schemas on each level, which both lead to both of the next. */
function doubleChain({ join }: KeywordKind): WrittenSchemas {
  const schemasByLevel = Array.from({ length: LEVELS }, (_unused, level): [string, WrittenSchema][] => {
    const next = join(refTo(`A${level + 1}`), refTo(`B${level + 1}`));
    return [
      [`A${level}`, next],
      [`B${level}`, { ...next, title: 'b' }],
    ];
  });
  const ends = { [`A${LEVELS}`]: leaf, [`B${LEVELS}`]: { ...leaf, title: 'b' } };
  return { Root: join(refTo('A0'), refTo('B0')), ...Object.fromEntries(schemasByLevel.flat()), ...ends };
}

function nested(join: KeywordKind['join'], levels: number): WrittenSchema {
  if (levels === 0) return leaf;
  return join(nested(join, levels - 1), nested(join, levels - 1));
}

/** Stands for what `written` puts in its place: so deep, `JSON.stringify` itself overflows. */
const NEXT_LEVEL = '(the next level)';

function deep(join: KeywordKind['join'], levels: number): WrittenSchema {
  return { [NEXT_LEVEL]: JSON.stringify(join({ [NEXT_LEVEL]: '' }, { title: 'b' })), levels };
}

/** The text of a document. */
export function documentText(document: object): string {
  const text = JSON.stringify(document);
  const [, makeLevel = '', levels = '0'] =
    new RegExp(`\\{"${RegExp.escape(NEXT_LEVEL)}":("(?:[^"\\\\]|\\\\.)*"),"levels":(\\d+)\\}`).exec(text) ?? [];
  if (makeLevel === '') return text;
  const [before = '', ...others] = String(JSON.parse(makeLevel)).split(`{"${NEXT_LEVEL}":""}`);
  // A keyword that leads to the next level twice does so once: it is about depth here.
  const after = others.join('{}');
  const nested = before.repeat(Number(levels)) + JSON.stringify(leaf) + after.repeat(Number(levels));
  return text.replace(`{"${NEXT_LEVEL}":${makeLevel},"levels":${levels}}`, () => nested);
}
