/**
 * A report as JSON text in chunks: one string would need several times the hundred megabytes of a large contract's
 * report.
 */
import { sanitizeJson } from '../../sanitize.ts';

/** Deeper values, such as one item of the coverage, are on one line. */
const MAX_INDENTED_DEPTH = 9;
const CHUNK_LENGTH = 1_000_000;

/**
 * Chunks that make up the JSON text, indented by two spaces per level; each of about a megabyte, or of one deep value.
 */
export function* jsonChunks(value: unknown): Generator<string> {
  let chunk = '';
  for (const token of valueTokens(value, 0)) {
    chunk += token;
    if (chunk.length < CHUNK_LENGTH) continue;
    yield chunk;
    chunk = '';
  }
  yield `${chunk}\n`;
}

/** The whole JSON text, as `--json` prints it. */
export function formatJson(value: unknown): string {
  return [...jsonChunks(value)].join('');
}

function* valueTokens(value: unknown, depth: number): Generator<string> {
  if (typeof value !== 'object' || value === null || depth >= MAX_INDENTED_DEPTH)
    yield sanitizeJson(JSON.stringify(value) ?? 'null');
  else if (Array.isArray(value)) yield* listTokens(value, depth);
  else yield* objectTokens(value, depth);
}

function* listTokens(list: readonly unknown[], depth: number): Generator<string> {
  if (list.length === 0) return yield '[]';
  for (const [index, item] of list.entries()) {
    yield `${index === 0 ? '[' : ','}${newLine(depth + 1)}`;
    yield* valueTokens(item, depth + 1);
  }
  yield `${newLine(depth)}]`;
}

function* objectTokens(value: object, depth: number): Generator<string> {
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  if (members.length === 0) return yield '{}';
  for (const [index, [name, member]] of members.entries()) {
    yield `${index === 0 ? '{' : ','}${newLine(depth + 1)}${sanitizeJson(JSON.stringify(name))}: `;
    yield* valueTokens(member, depth + 1);
  }
  yield `${newLine(depth)}}`;
}

function newLine(depth: number): string {
  return `\n${'  '.repeat(depth)}`;
}
