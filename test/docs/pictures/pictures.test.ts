/** The pictures show what the commands print today, and can be made again. */
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { drawSvg, rowsOf } from './draw-svg.ts';
import { screenshots, takeScreenshots } from './screenshots.ts';
import { parseScreen, wrapLine } from './terminal.ts';
import { drawPicture, terminalPictures, withoutTimes } from './terminal-pictures.ts';

const folder = path.resolve(import.meta.dirname, '../../../docs/pictures');
const MOST_BYTES = 150_000;

describe('a terminal', () => {
  it('reads colours and joins spans with the same style', () => {
    expect(parseScreen('\u001b[32m\u001b[1mok\u001b[22m\u001b[39m  fine')).toEqual([
      [{ text: 'ok', color: 'green', isBold: true }, expect.objectContaining({ text: '  fine' })],
    ]);
  });

  it('replaces overwritten text', () => {
    expect(textsOf('running\r\u001b[Kdone\r\n')).toEqual(['done', '']);
    expect(textsOf('12345\rab')).toEqual(['ab345']);
  });

  it('rejects an unknown code', () => {
    expect(() => parseScreen('\u001b[2J')).toThrow('\\u001b');
    expect(() => parseScreen('\u001b[35mviolet')).toThrow('rendition 35');
    expect(() => parseScreen('\u0007')).toThrow('\\u0007');
  });

  it('wraps a line that is longer than the screen', () => {
    const rows = parseScreen('abcde').flatMap((line) => wrapLine(line, 2));
    expect(rows.map((row) => row.map(({ text }) => text).join(''))).toEqual(['ab', 'cd', 'e']);
  });
});

const textsOf = (output: string) => parseScreen(output).map((line) => line.map(({ text }) => text).join(''));

describe('a drawing', () => {
  const svg = drawSvg({
    title: 'a < b',
    lines: [[{ text: '<script>"&', color: 'red' }, { text: ' × ' }], [], [{ text: 'end' }]],
    columns: 20,
  });

  it('escapes text, which can be read back', () => {
    expect(svg).toContain('<tspan class="red">&lt;script&gt;&quot;&amp;</tspan> × <');
    expect(rowsOf(svg)).toEqual(['<script>"& × ', 'end']);
  });

  it('has colours for light and dark pages, and loads nothing from the network', () => {
    expect(svg).toContain('@media (prefers-color-scheme: dark)');
    expect(svg.match(/https?:[^"]*/g)).toEqual(['http://www.w3.org/2000/svg']);
  });
});

describe.each(terminalPictures)('the terminal of $name', (picture) => {
  it('shows the current output of the command, except for times', async () => {
    const committed = readFileSync(path.join(folder, `${picture.name}.svg`), 'utf8');
    expect(withoutTimes(committed)).toBe(withoutTimes(await drawPicture(picture)));
    expect(rowsOf(committed)).toContain(`$ ${picture.command}`);
  });
});

describe('the screenshots', () => {
  const names = screenshots.map(({ name }) => `${name}.png`);

  it('can be taken', async () => {
    const made = await mkdtemp(path.join(tmpdir(), 'pictures-'));
    onTestFinished(() => rm(made, { recursive: true }));
    const taken = await takeScreenshots(screenshots, made);
    expect(taken.map(({ name }) => `${name}.png`)).toEqual(names);
    for (const name of names)
      expect(sizeOf(await readFile(path.join(made, name)))).toEqual(sizeOf(readFileSync(path.join(folder, name))));
  });

  it.each(names)('%s is small', (name) => {
    expect(readFileSync(path.join(folder, name)).length).toBeLessThan(MOST_BYTES);
  });
});

/** Width and height, from the header of a PNG. */
function sizeOf(png: Buffer): readonly number[] {
  expect(png.toString('latin1', 1, 4)).toBe('PNG');
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

it('every picture is generated', () => {
  const known = [...terminalPictures.map(({ name }) => `${name}.svg`), ...screenshots.map(({ name }) => `${name}.png`)];
  expect(globSync('*', { cwd: folder }).toSorted()).toEqual(known.toSorted());
});
