import { describe, expect, it } from 'vitest';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import { readPlainJson } from '../../../spec/source/plain-json.ts';
import { parseSource } from '../../../spec/source/read-source.ts';

/** With a directive, the same text is read by the full reader, two lines further down. */
const DIRECTIVE = '%YAML 1.2\n---\n';

describe('the reader of plain JSON', () => {
  it.each([
    '{}',
    ' \n{ "a": 1,\n "b": [true,\n false, null] }',
    '{"200": 1,\n"x": 2,\n"100": {\n"10": 1,\n"9": [\n{},\n[]]}}',
    '{"na\\u006de": "a\\"b\\\\",\n"\\\\": "}",\n"{": ["[", "]",\n"," ]}',
    '{"a/b~c":\n{"d": -1.5e+3,\n"e": 1E400}, "":\n[1,\n2,\r\n3], "f":"g"}',
    '{"number": 123456789012345,\n"long": 0.12345678901234567890,\n"text": "1234567890123456789"}',
    '{"emoji": "\\ud83d\\ude00 \u{1f600}",\n"list": [\n{"toString": 1}]}',
  ])('has the same values and lines as the full reader: %j', (text) => {
    const [fast, careful] = [parseSource('file:///fast', text), parseSource('file:///slow', DIRECTIVE + text)];
    expect(readPlainJson(text)?.value).toStrictEqual(careful.value);
    expect(fast.value).toStrictEqual(careful.value);
    const lines = new Map([...careful.lines].map(([pointer, line]) => [pointer, line - 2] as const));
    expect(fast.lines).toEqual(lines);
    for (const [pointer, line] of lines) expect(fast.lineAt(pointer), pointer).toBe(line);
  });

  it.each([
    ['a duplicate name', '{"a": {"b": 1, "\\u0062": 2}}'],
    ['an integer that would be rounded', '{"a": [9007199254740993]}'],
    ['a negative one', '{"a": -9007199254740993}'],
    ['a negative zero', '{"a": -0}'],
    ['the name of the prototype', '{"__proto__": {}}'],
    ['too deep nesting', `{"a": ${'['.repeat(600)}${']'.repeat(600)}}`],
    ['a list', '[{}]'],
    ['YAML', '{a: 1}'],
    ['text that ends early', '{"a": 1'],
  ])('leaves %s to the other reader', (_what, text) => {
    expect(readPlainJson(text)).toBeUndefined();
  });

  it.each(['', '/c', '/a/2', '/a/01', '/a/x', '/a/0/b/d', '/toString'])(
    'has no line for a missing place: %j',
    (pointer) => {
      expect(parseSource('file:///a.json', '{"a": [{"b": 1}, 2]}').lineAt(pointer)).toBeUndefined();
    },
  );
});

describe('a value that is computed on access', () => {
  it('behaves like data: it is copied and serialized like any other member', async () => {
    const file = new URL('../../../spec/plant-store.yaml', import.meta.url).href;
    const [operation] = (await loadContract(file)).operations;
    const schema = operation?.responses[0]?.content[0]?.schema;
    const { line } = operation?.place ?? {};
    expect(line).toBeGreaterThan(1);
    expect({ ...operation?.place }).toEqual(JSON.parse(JSON.stringify(operation?.place)));
    expect(JSON.parse(JSON.stringify(operation?.place)).line).toBe(line);
    expect(schema?.keywordLines.size).toBeGreaterThan(0);
    expect({ ...schema }.keywordLines).toEqual(schema?.keywordLines);
  });
});
