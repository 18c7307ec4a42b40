/** Bodies of which RFC 8259 leaves it to the parser whether they are taken. */
import { type BodyText, filled, type Gap, type Member, objectText } from './body-text.ts';

export interface Disputed {
  /** Unique among all, those of malformations included. */
  readonly name: string;
  readonly topic: string;
  readonly mutation: string;
  /** Undefined where the body has no place for it. */
  write(body: BodyText): string | undefined;
}

export const disputed: readonly Disputed[] = [
  {
    name: 'byte order mark',
    topic: 'byte order mark',
    mutation: 'a byte order mark stands before the JSON, which RFC 8259, section 8.1, lets a parser ignore',
    write: ({ json }) => `\ufeff${json}`,
  },
  {
    name: 'duplicate key, same value',
    topic: 'duplicate key',
    mutation: 'a property is there twice with the same value, which RFC 8259, section 4, leaves open',
    write: ({ members }) => members && withFirst(members, (value) => value),
  },
  {
    name: 'duplicate key, other value',
    topic: 'duplicate key',
    mutation: 'a property is there twice with different values, which RFC 8259, section 4, leaves open',
    write: ({ members }) => members && withFirst(members, () => 'null'),
  },
  keyed('key that begins with nul', 'the key of a property more begins with U+0000', '"\\u0000x"'),
  keyed('empty key', 'the key of a property more is empty', '""'),
  keyed('half a surrogate pair as key', 'the key of a property more is half a surrogate pair', '"\\ud83c"'),
  inside('half a surrogate pair', 'a text is half of a surrogate pair', '"\\ud83c"'),
  inside('long number', 'a number has 5,000 digits', '7'.repeat(5_000)),
  inside('long fraction', 'a number has 5,000 digits behind its point', `0.${'7'.repeat(5_000)}`),
  inside('large exponent', 'a number has an exponent of 999,999,999', '1e999999999'),
  ...[1_000, 100_000].flatMap((depth): readonly Disputed[] => [
    nested(`${depth} arrays`, depth, ({ unnamed }) => around(unnamed, depth, ['[', ']'])),
    nested(`${depth} objects within`, depth, ({ unnamed }) => around(unnamed, depth, ['{"a":', '}'])),
  ]),
];

/** Of which RFC 8259, section 9, lets a parser set limits: the characters of a text, the range and precision of a number. */
function inside(name: string, words: string, value: string): Disputed {
  const mutation = `${words}, in a property more, which RFC 8259, section 9, lets a parser refuse`;
  return { name, topic: 'limits of the parser', mutation, write: ({ unnamed }) => filled(unnamed, value) };
}

function keyed(name: string, words: string, key: string): Disputed {
  const mutation = `${words}, which RFC 8259, section 9, lets a parser refuse`;
  const write = ({ members }: BodyText) => members && objectText([...members, [key, '1']]);
  return { name, topic: 'limits of the parser', mutation, write };
}

function nested(name: string, depth: number, write: Disputed['write']): Disputed {
  const mutation = `a property more is nested ${depth} levels deep, which RFC 8259, section 9, lets a parser refuse`;
  return { name, topic: 'nesting', mutation, write };
}

function around(gap: Gap | undefined, depth: number, [open, close]: readonly [string, string]) {
  return filled(gap, `${open.repeat(depth)}1${close.repeat(depth)}`);
}

function withFirst(members: readonly Member[], again: (value: string) => string): string | undefined {
  const [[key, value] = []] = members;
  if (key === undefined || value === undefined) return undefined;
  return objectText([[key, again(value)], ...members]);
}
