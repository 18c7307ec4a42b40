/** Parses the pages about the mock: code blocks, tables, inline code. */
import { readFileSync } from 'node:fs';

export interface Block {
  /** Such as `docs/reference/control-api.md:7`. */
  readonly at: string;
  /** The text after the backticks: `sh`, `ts vitest`, or nothing. */
  readonly kind: string;
  readonly text: string;
}

export const frontend = 'docs/tutorials/develop-against-the-mock.md';

export const mockPages: readonly string[] = [
  frontend,
  'docs/reference/records.md',
  'docs/how-to/simulate-errors-and-delays.md',
  'docs/reference/control-api.md',
  'docs/how-to/check-traffic-with-the-proxy.md',
  'docs/how-to/test-against-the-mock.md',
];

export function readDocsPage(name: string): string {
  return readFileSync(name, 'utf8');
}

const fenced = /^( *)```([^\n]*)\n(.*?)^ *```$/gms;

/** The blocks of one kind, or all. */
export function blocksOf(page: string, kind?: string): readonly Block[] {
  const text = readDocsPage(page);
  const blocks = [...text.matchAll(fenced)].map(({ 1: indent = '', 2: found = '', 3: code = '', index }) => ({
    at: `${page}:${text.slice(0, index).split('\n').length}`,
    kind: found,
    text: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  }));
  return blocks.filter((block) => kind === undefined || block.kind === kind);
}

export interface CommandLine {
  readonly at: string;
  readonly line: string;
}

/** One command each; a line that ends in a backslash is continued. */
export function commandsOf(page: string): readonly CommandLine[] {
  return blocksOf(page, 'sh').flatMap(({ at, text }) =>
    text
      .replaceAll(/\\\n */g, '')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => ({ at, line })),
  );
}

/** The rows of the table with this first heading. */
export function tableIn(page: string, heading: string): readonly (readonly string[])[] {
  const lines = readDocsPage(page).split('\n');
  const first = lines.findIndex((line) => cellsOf(line)[0] === heading);
  if (first === -1) throw new Error(`${page}: no table ${heading}`);
  const rows = lines.slice(first + 2);
  return rows
    .slice(
      0,
      rows.findIndex((line) => !line.startsWith('|')),
    )
    .map(cellsOf);
}

export interface TableRow {
  /** Such as `docs/reference/mock-responses.md:31`. */
  readonly at: string;
  /** The cells of the first row of its table. */
  readonly head: readonly string[];
  readonly cells: readonly string[];
}

/** The rows of all tables of a page. */
export function rowsIn(page: string): readonly TableRow[] {
  const lines = readDocsPage(page).split('\n');
  let head: readonly string[] | undefined;
  return lines.flatMap((line, index) => {
    const cells = cellsOf(line);
    if (cells.length === 0) head = undefined;
    else if (head === undefined) head = cells;
    else if (!/^\|(?: *:?-+:? *\|)+$/.test(line)) return [{ at: `${page}:${index + 1}`, head, cells }];
    return [];
  });
}

function cellsOf(line: string): readonly string[] {
  if (!line.startsWith('|')) return [];
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

/** The inline code, in order, without blocks. */
export function codesIn(text = ''): readonly string[] {
  return [...text.replaceAll(fenced, '').matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
}
