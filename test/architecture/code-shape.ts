/** What the shape of the code is: its size, and where it breaks the rules of ARCHITECTURE.md. */
import type { Source } from './sources.ts';

export interface CodeSize {
  readonly files: number;
  readonly lines: number;
  /** Without blank lines and comments. */
  readonly codeLines: number;
}

export interface CodeShape {
  /** By layer. */
  readonly sizes: ReadonlyMap<string, CodeSize>;
  readonly cycles: readonly string[];
  readonly upward: readonly string[];
  readonly unordered: readonly string[];
  readonly fragments: readonly string[];
  readonly sharedNames: readonly string[];
}

/** Folder → its parts, from the lowest to the highest. */
export type LayerOrder = Readonly<Record<string, readonly string[]>>;

/** A file below this many lines is a fragment, unless it has only declarations or a table. */
const FRAGMENT_LINES = 15;

export function measureShape(sources: readonly Source[], order: LayerOrder): CodeShape {
  return {
    sizes: sizesOf(sources),
    cycles: parentsOf(sources).flatMap((folder) => cyclesIn(folder, sources)),
    upward: Object.entries(order).flatMap(([folder, parts]) => upwardIn(folder, parts, sources)),
    unordered: Object.entries(order).flatMap(([folder, parts]) => unorderedIn(folder, parts, sources)),
    fragments: sources.filter(isFragment).map(({ file, text }) => `${file} (${linesOf(text)} lines)`),
    sharedNames: sharedNamesOf(sources),
  };
}

/** All that must be empty, as lines to read. */
export function describeViolations(shape: CodeShape): readonly string[] {
  return [
    ...shape.cycles.map((cycle) => `folder cycle: ${cycle}`),
    ...shape.upward.map((edge) => `upward import: ${edge}`),
    ...shape.unordered.map((part) => `not in the order of test/architecture/layer-order.ts: ${part}`),
    ...shape.fragments.map((file) => `fragment: ${file}`),
    ...shape.sharedNames.map((name) => `two exported types of one name in a layer: ${name}`),
  ];
}

function linesOf(text: string): number {
  return text.split('\n').length - 1;
}

function sizesOf(sources: readonly Source[]): ReadonlyMap<string, CodeSize> {
  const groups = Map.groupBy(sources, ({ file }) => file.split('/')[0] ?? file);
  return new Map([...groups].map(([layer, own]) => [layer, sizeOf(own)]));
}

export function sizeOf(sources: readonly Source[]): CodeSize {
  const lines = sources.flatMap(({ text }) => text.split('\n').slice(0, -1));
  const code = lines.filter((line) => line.trim() !== '' && !/^\s*(?:\/\/|\/?\*)/.test(line));
  return { files: sources.length, lines: lines.length, codeLines: code.length };
}

function parentsOf(sources: readonly Source[]): readonly string[] {
  const folders = sources.flatMap(({ file }) => {
    const parts = file.split('/').slice(0, -1);
    return parts.map((_part, index) => parts.slice(0, index + 1).join('/'));
  });
  return [...new Set(folders)].sort();
}

/** The folder or file directly in `folder` that a file belongs to. */
function partOf(folder: string, file: string): string | undefined {
  return file.startsWith(`${folder}/`) ? file.slice(folder.length + 1).split('/')[0] : undefined;
}

interface Edge {
  readonly from: string;
  readonly to: string;
  /** `a.ts -> b.ts` */
  readonly because: string;
}

function edgesIn(folder: string, sources: readonly Source[]): readonly Edge[] {
  return sources.flatMap(({ file, imports }) => {
    const from = partOf(folder, file);
    if (from === undefined) return [];
    return imports.flatMap((target) => {
      const to = partOf(folder, target);
      return to === undefined || to === from ? [] : [{ from, to, because: `${file} -> ${target}` }];
    });
  });
}

/** What leads from a part back to it, as the imports on the way; each cycle once. */
function cyclesIn(folder: string, sources: readonly Source[]): readonly string[] {
  const next = Map.groupBy(edgesIn(folder, sources), ({ from }) => from);
  const done = new Set<string>();
  const cycles: string[] = [];
  for (const start of next.keys()) {
    const way = wayBack(next, start, done);
    if (way !== undefined) cycles.push(`${folder}: ${way.map(({ because }) => because).join(', ')}`);
    done.add(start);
  }
  return cycles;
}

function wayBack(
  next: ReadonlyMap<string, readonly Edge[]>,
  start: string,
  done: ReadonlySet<string>,
): readonly Edge[] | undefined {
  const ways: (readonly Edge[])[] = [[]];
  const seen = new Set<string>();
  for (const way of ways) {
    for (const edge of next.get(way.at(-1)?.to ?? start) ?? []) {
      if (edge.to === start) return [...way, edge];
      if (seen.has(edge.to) || done.has(edge.to)) continue;
      seen.add(edge.to);
      ways.push([...way, edge]);
    }
  }
  return undefined;
}

function upwardIn(folder: string, parts: readonly string[], sources: readonly Source[]): readonly string[] {
  return edgesIn(folder, sources)
    .filter(({ from, to }) => parts.includes(from) && parts.indexOf(to) > parts.indexOf(from))
    .map(({ because }) => because);
}

/** What the order does not name, and what it names and is not there. */
function unorderedIn(folder: string, parts: readonly string[], sources: readonly Source[]): readonly string[] {
  const there = new Set(sources.flatMap(({ file }) => partOf(folder, file) ?? []));
  const all = new Set([...there, ...parts]);
  return [...all].filter((part) => !there.has(part) || !parts.includes(part)).map((part) => `${folder}/${part}`);
}

function isFragment({ text }: Source): boolean {
  // What is imported when it is asked for is a row of a table.
  const acts = /\bfunction\b|=>(?! import\()|\bawait\b|\bnew\b/.test(text);
  return linesOf(text) < FRAGMENT_LINES && acts;
}

function sharedNamesOf(sources: readonly Source[]): readonly string[] {
  const exported = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/^export (?:abstract )?(?:interface|type|class|enum) (\w+)/gm)].map(([, name = '']) => ({
      key: `${file.split('/')[0]}: ${name}`,
      file,
    })),
  );
  return [...Map.groupBy(exported, ({ key }) => key)]
    .filter(([, uses]) => uses.length > 1)
    .map(([key, uses]) => `${key} in ${uses.map(({ file }) => file).join(', ')}`);
}
