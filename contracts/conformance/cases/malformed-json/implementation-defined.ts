/** Bodies that RFC 8259 allows a parser to accept or reject. */
import { type BodyText, fillSlot, type JsonMember, type JsonSlot, serializeObject } from './body-text.ts';

export interface ImplementationDefined {
  /** Unique, also among the malformations. */
  readonly name: string;
  readonly topic: string;
  readonly mutation: string;
  /** Undefined where the case does not apply to the body. */
  apply(body: BodyText): string | undefined;
}

export const implementationDefined: readonly ImplementationDefined[] = [
  {
    name: 'byte order mark',
    topic: 'byte order mark',
    mutation: 'a BOM precedes the JSON, which RFC 8259, section 8.1, lets a parser ignore',
    apply: ({ json }) => `\ufeff${json}`,
  },
  {
    name: 'duplicate key, same value',
    topic: 'duplicate key',
    mutation: 'the body has a duplicate key with the same value, which RFC 8259, section 4, leaves open',
    apply: ({ members }) => members && duplicateFirstMember(members, (value) => value),
  },
  {
    name: 'duplicate key, other value',
    topic: 'duplicate key',
    mutation: 'the body has a duplicate key with different values, which RFC 8259, section 4, leaves open',
    apply: ({ members }) => members && duplicateFirstMember(members, () => 'null'),
  },
  undeclaredKey('key that begins with nul', 'the key of an extra property begins with U+0000', '"\\u0000x"'),
  undeclaredKey('empty key', 'the key of an extra property is empty', '""'),
  undeclaredKey('half a surrogate pair as key', 'the key of an extra property is a lone surrogate', '"\\ud83c"'),
  undeclaredValue('half a surrogate pair', 'a string is a lone surrogate', '"\\ud83c"'),
  undeclaredValue('long number', 'a number has 5,000 digits', '7'.repeat(5_000)),
  undeclaredValue('long fraction', 'a number has 5,000 digits after the decimal point', `0.${'7'.repeat(5_000)}`),
  undeclaredValue('large exponent', 'a number has the exponent 999,999,999', '1e999999999'),
  ...[1_000, 100_000].flatMap((depth): readonly ImplementationDefined[] => [
    nestedValue(`${depth} arrays`, depth, ({ undeclared }) => wrapSlot(undeclared, depth, ['[', ']'])),
    nestedValue(`${depth} objects within`, depth, ({ undeclared }) => wrapSlot(undeclared, depth, ['{"a":', '}'])),
  ]),
];

/** RFC 8259, section 9, allows parsers to limit the length of strings and the range and precision of numbers. */
function undeclaredValue(name: string, description: string, value: string): ImplementationDefined {
  const mutation = `${description}, in an extra property, which RFC 8259, section 9, lets a parser reject`;
  return {
    name,
    topic: 'limits of the parser',
    mutation,
    apply: ({ undeclared }) => fillSlot(undeclared, value),
  };
}

function undeclaredKey(name: string, description: string, key: string): ImplementationDefined {
  const mutation = `${description}, which RFC 8259, section 9, lets a parser reject`;
  const apply = ({ members }: BodyText) => members && serializeObject([...members, [key, '1']]);
  return { name, topic: 'limits of the parser', mutation, apply };
}

function nestedValue(name: string, depth: number, apply: ImplementationDefined['apply']): ImplementationDefined {
  const mutation = `an extra property is nested ${depth} levels deep, which RFC 8259, section 9, lets a parser reject`;
  return { name, topic: 'nesting', mutation, apply };
}

function wrapSlot(slot: JsonSlot | undefined, depth: number, [open, close]: readonly [string, string]) {
  return fillSlot(slot, `${open.repeat(depth)}1${close.repeat(depth)}`);
}

function duplicateFirstMember(
  members: readonly JsonMember[],
  secondValue: (value: string) => string,
): string | undefined {
  const [[key, value] = []] = members;
  if (key === undefined || value === undefined) return undefined;
  return serializeObject([[key, secondValue(value)], ...members]);
}
