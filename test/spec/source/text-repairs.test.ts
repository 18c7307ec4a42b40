/** Texts that are no YAML or JSON are read where it is clear what they mean, and rejected where the document must be valid. */
import { describe, expect, it } from 'vitest';
import { parseSource } from '../../../spec/source/parse-source.ts';

const url = 'file:///tmp/example.yaml';
const lenient = (text: string) => parseSource(url, text, { acceptsDuplicates: true });

interface Flaw {
  readonly flaw: string;
  readonly text: string;
  readonly line: number;
  readonly what: string;
  readonly value: unknown;
}

const notIndented = 'a quoted text whose next lines are not indented';
const unquoted = 'a text that YAML reads otherwise';

const flaws: readonly Flaw[] = [
  {
    flaw: 'a text in double quotes that goes on at the left edge',
    text: 'a:\n  example: "one\ntwo\n\nthree"\n  b: 1\n',
    ...{ line: 2, what: notIndented, value: { a: { example: 'one two\nthree', b: 1 } } },
  },
  {
    flaw: 'a text that goes on with a backslash below its key',
    text: 'tags:\n  - name: x\n    description: "one,\\\n    \\ two"\n  - name: y\n    description: "three\\\n    \\ four"\n',
    ...{ line: 3, what: notIndented },
    value: {
      tags: [
        { name: 'x', description: 'one, two' },
        { name: 'y', description: 'three four' },
      ],
    },
  },
  {
    flaw: 'a text in single quotes that goes on at the left edge',
    text: "a:\n  b: 'it''s\nlong'\n",
    ...{ line: 2, what: notIndented, value: { a: { b: "it's long" } } },
  },
  { flaw: 'a colon in a text', text: 'summary: Get: all\n', line: 1, what: unquoted, value: { summary: 'Get: all' } },
  {
    flaw: 'a text that starts with a star',
    text: 'a: 1\ndescription: *all* things\n',
    ...{ line: 2, what: unquoted, value: { a: 1, description: '*all* things' } },
  },
  {
    flaw: 'a backslash in double quotes',
    text: 'pattern: "^\\d+\\.\\d$"\n',
    ...{ line: 1, what: '"\\d" in double quotes', value: { pattern: '^\\d+\\.\\d$' } },
  },
  {
    flaw: 'tabs as indentation',
    text: 'a:\n\tb: 1\n\tc:\n\t\td: 2\n',
    ...{ line: 2, what: 'tabs as indentation', value: { a: { b: 1, c: { d: 2 } } } },
  },
  {
    flaw: 'a second document',
    text: 'a: 1\n---\na: 2\n',
    ...{ line: 2, what: 'a second YAML document', value: { a: 1 } },
  },
  {
    flaw: 'a non-breaking space',
    text: 'a:\u00a01\nb: 2\n',
    ...{ line: 1, what: 'a non-breaking space', value: { a: 1, b: 2 } },
  },
  {
    flaw: 'comments in JSON',
    text: '{"a": 1, /* one\ntwo */ "b": "// 3"} // four\n',
    ...{ line: 1, what: 'comments in JSON', value: { a: 1, b: '// 3' } },
  },
  {
    flaw: 'comments and a comma at the end in JSON',
    text: '{"a": 1,\n"b": 2, // three\n}\n',
    ...{ line: 2, what: 'comments in JSON', value: { a: 1, b: 2 } },
  },
];

describe('a text with a mistake in its syntax', () => {
  it.each(flaws)('is read, and the mistake reported at its line: $flaw', ({ text, line, what, value }) => {
    const file = lenient(text);
    expect(file.value).toEqual(value);
    expect(file.textRepairs?.[0]).toMatchObject({ line, what, effect: expect.stringContaining('; ') });
    expect(file.text).toBe(text);
  });

  it.each(flaws)('is rejected where the document must be valid: $flaw', ({ text }) => {
    expect(() => parseSource(url, text)).toThrow(expect.objectContaining({ code: 'spec-syntax' }));
  });
});

it('lines after a repair are those of the text', () => {
  const file = lenient('a: "one\n\ntwo"\nb: 1\n---\nc: 2\n');
  expect([file.lineAt('/a'), file.lineAt('/b')]).toEqual([1, 4]);
  expect(file.textRepairs?.map(({ line }) => line)).toEqual([1, 5]);
});

it.each([
  ['tabs beside spaces', 'a:\n  b: 1\n\tc: 2\n'],
  ['a quote that is never closed', 'a:\n  b: "one\nc: 2\n'],
  ['a quote that another text closes', 'a:\n  b: "one\nc: "two"\n'],
  ['a key that is indented too far', 'a: 1\n b: 2\n'],
  ['a list that is never closed', 'a: [1, 2\nb: 3\n'],
])('is rejected if its meaning is not clear: %s', (_case, text) => {
  expect(() => lenient(text)).toThrow(expect.objectContaining({ code: 'spec-syntax' }));
});

it('a text without mistakes has no repairs', () => {
  for (const text of ['a: "one\n  two"\n', '{"a": "// b"}', '---\na: 1\n...\n', 'a: |\n  b: "c\n  d\n'])
    expect(lenient(text)).not.toHaveProperty('textRepairs');
});
