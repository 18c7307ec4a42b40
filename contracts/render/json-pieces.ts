/** A report as JSON text in pieces: in one, that of a large contract would need several times its hundred megabytes. */
import { visibleJson } from '../../text.ts';

/** What lies deeper than this, as one thing of the coverage, stands on one line. */
const DEEPEST = 9;
const PIECE = 1_000_000;

/** Texts that are JSON one behind the other, two blanks a level; each of about a megabyte, or of one deep part. */
export function* jsonPieces(value: unknown): Generator<string> {
  let piece = '';
  for (const token of tokensOf(value, 0)) {
    piece += token;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  yield `${piece}\n`;
}

/** All of them, as `--json` prints it. */
export function jsonText(value: unknown): string {
  return [...jsonPieces(value)].join('');
}

function* tokensOf(value: unknown, depth: number): Generator<string> {
  if (typeof value !== 'object' || value === null || depth >= DEEPEST)
    yield visibleJson(JSON.stringify(value) ?? 'null');
  else if (Array.isArray(value)) yield* listTokens(value, depth);
  else yield* objectTokens(value, depth);
}

function* listTokens(list: readonly unknown[], depth: number): Generator<string> {
  if (list.length === 0) return yield '[]';
  for (const [index, item] of list.entries()) {
    yield `${index === 0 ? '[' : ','}${lineAt(depth + 1)}`;
    yield* tokensOf(item, depth + 1);
  }
  yield `${lineAt(depth)}]`;
}

function* objectTokens(value: object, depth: number): Generator<string> {
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  if (members.length === 0) return yield '{}';
  for (const [index, [name, member]] of members.entries()) {
    yield `${index === 0 ? '{' : ','}${lineAt(depth + 1)}${visibleJson(JSON.stringify(name))}: `;
    yield* tokensOf(member, depth + 1);
  }
  yield `${lineAt(depth)}}`;
}

function lineAt(depth: number): string {
  return `\n${'  '.repeat(depth)}`;
}
