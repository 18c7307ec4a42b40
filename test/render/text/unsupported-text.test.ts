/** What a document says without effect, in the few lines that are told at once. */
import { describe, expect, it } from 'vitest';
import { styleFor } from '../../../contracts/render/text/terminal.ts';
import { unsupportedKindLines, unsupportedLines } from '../../../contracts/render/text/unsupported-text.ts';
import type { Unsupported } from '../../../spec/model/contract.ts';

const plain = styleFor({ isTTY: false });

function note(line: number, what: string, effect: string): Unsupported {
  return { place: { file: 'api.yaml', pointer: `/x${line}`, line }, what, effect };
}

describe('the list of unsupported parts', () => {
  it('is grouped by kind, with the first place of each and the number of others', () => {
    const notes = [
      note(7, 'the format "a"', 'no value is validated against it'),
      note(9, 'the callback "b"', 'no call is made'),
      note(11, 'the format "c"', 'no value is validated against it'),
    ];
    expect(unsupportedLines(notes, 'report.json', plain)).toEqual([
      'not supported: 3 places of the contract have no effect here',
      '  the format "a" (api.yaml:7, and 1 more): no value is validated against it',
      '  the callback "b" (api.yaml:9): no call is made',
      '  all: report.json',
    ]);
  });

  it('is one place without a hint', () => {
    expect(unsupportedLines([note(7, 'the callback "b"', 'no call is made')], 'report.json', plain)).toEqual([
      'not supported: 1 place of the contract has no effect here',
      '  the callback "b" (api.yaml:7): no call is made',
    ]);
  });

  it('is limited to a few lines', () => {
    const notes = Array.from({ length: 30 }, (_one, at) => note(at, `the part ${at}`, `effect ${at}`));
    const lines = unsupportedLines(notes, 'report.json', plain);
    expect(lines.length).toBe(6);
    expect(lines.at(-1)).toBe('  and 26 more places; all: report.json');
  });

  it('only counts the omitted places if no report lists them', () => {
    const notes = Array.from({ length: 30 }, (_one, at) => note(at, `the part ${at}`, `effect ${at}`));
    expect(unsupportedLines(notes, undefined, plain).at(-1)).toBe('  and 26 more places');
    expect(unsupportedLines([...notes.slice(0, 1), ...notes.slice(0, 1)], undefined, plain)).toHaveLength(2);
  });

  it('is empty if everything is supported', () => {
    expect(unsupportedLines([], 'report.json', plain)).toEqual([]);
  });

  it('contains no terminal control characters', () => {
    const [, line] = unsupportedLines([note(7, 'the format "\u001b[31m"', 'none')], 'report.json', plain);
    expect(line).not.toContain('\u001b');
  });
});

describe('before the lines of a start', () => {
  it('each kind is one line with the page that says what has an effect', () => {
    const notes = [note(7, 'the callback "b"', 'no call is made'), note(9, 'the callback "c"', 'no call is made')];
    expect(unsupportedKindLines([...notes, note(8, 'the format "\u001b[31m"', 'none')], plain)).toEqual([
      expect.stringMatching(
        /^not supported: the callback "b" \(\S+:7, and 1 more\): no call is made \(docs\/reference\/openapi\.md\)$/,
      ),
      expect.stringMatching(/^not supported: the format "\\u001b\[31m" /),
    ]);
  });

  it('the kinds beyond the first four are counted', () => {
    const notes = Array.from({ length: 9 }, (_unused, line) => note(line, 'a', `effect ${line}`));
    expect(unsupportedKindLines(notes, plain)).toHaveLength(5);
    expect(unsupportedKindLines(notes, plain).at(-1)).toBe('not supported: 5 more places (docs/reference/openapi.md)');
    expect(unsupportedKindLines([], plain)).toEqual([]);
  });
});
