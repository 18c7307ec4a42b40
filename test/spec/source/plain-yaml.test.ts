import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readPlainYaml } from '../../../spec/source/plain-yaml.ts';
import { parseSource } from '../../../spec/source/read-source.ts';

const documents = globSync('{spec,test/fixtures,test/corpus/features}/**/*.{yaml,json}').filter(
  (file) => !file.includes('node_modules'),
);

/** With a directive, the same text is read by the full reader, two lines further down. */
const DIRECTIVE = '%YAML 1.2\n---\n';

describe('the fast reader', () => {
  it('has the same values and lines as the full reader, for every document of the tests', () => {
    let compared = 0;
    for (const file of documents) {
      const text = readFileSync(file, 'utf8');
      if (readPlainYaml(text) === undefined) continue;
      const [fast, careful] = [parseSource('file:///fast', text), parseSource('file:///slow', DIRECTIVE + text)];
      expect(fast.value, file).toStrictEqual(careful.value);
      const lines = new Map([...careful.lines].map(([pointer, line]) => [pointer, line - 2] as const));
      expect(fast.lines, file).toEqual(lines);
      compared++;
    }
    expect(compared).toBeGreaterThan(40);
  });

  it.each([
    ['9223372036854775807', 9223372036854775807n],
    ['-9007199254740993', -9007199254740993n],
    ['+7', 7],
    ['-0', 0],
    ['007', 7],
    ['1.50', 1.5],
    ['1e3', 1000],
    ['.5', 0.5],
    ['~', null],
    ['NULL', null],
    ['True', true],
    ['yes', 'yes'],
    ['"7"', '7'],
    ["'it''s'", "it's"],
    ['1.2.3', '1.2.3'],
    ['2025-01-01', '2025-01-01'],
    ['-', [null]],
    ['{ a: [1, {b: c}], "d/e~f": "\\u00e9" }', { a: [1, { b: 'c' }], 'd/e~f': 'é' }],
    ['|\n  two\n  lines\n', 'two\nlines\n'],
    ['>-\n  one\n  line\n', 'one line'],
  ])('reads %j like the full reader', (text, value) => {
    expect(readPlainYaml(text)?.value).toStrictEqual(value);
    expect(parseSource('file:///slow', DIRECTIVE + text).value).toStrictEqual(value);
  });

  it.each(['- |\n  one\n  two\n- x', '- a\n- >- # folded\n\n  b\n- c', '- |\r\n  one\r\n- x', '- a\n- |'])(
    'has the first line of a block in an array: %j',
    (text) => {
      const careful = parseSource('file:///slow', DIRECTIVE + text).lines;
      const lines = new Map([...careful].map(([pointer, line]) => [pointer, line - 2] as const));
      expect(readPlainYaml(text)).toBeDefined();
      expect(parseSource('file:///fast', text).lines).toEqual(lines);
    },
  );

  it.each([
    ['an anchor', 'a: &x 1'],
    ['an alias', 'a: &x 1\nb: *x'],
    ['a tag', 'a: !!str 1'],
    ['a merge key', '<<: { a: 1 }'],
    ['a duplicate key', 'a: 1\na: 2'],
    ['two documents', 'a: 1\n---\nb: 2'],
    ['a key that is an array', '? [a]\n: 1'],
    ['a key that is not a name', 'true: 1'],
    ['a key like the prototype', '__proto__: 1'],
    ['octal and hexadecimal', '0o17'],
    ['infinity', '.inf'],
    ['a fault', 'a: [1'],
    ['nothing', ''],
    ['too deep nesting', '['.repeat(2_000)],
  ])('leaves %s to the full reader', (_what, text) => {
    expect(readPlainYaml(text)).toBeUndefined();
  });
});
