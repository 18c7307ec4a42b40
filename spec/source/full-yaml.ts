/** Reads YAML that plain-yaml.ts cannot: slower, with detailed errors. */

import type { Document, LineCounter, YAMLError } from 'yaml';
import { combineErrors, createErrorCollector, KitError } from '../../errors.ts';
import { requireFrom } from '../../platform/node-modules.ts';
import { toJson } from '../json/convert-json.ts';
import { joinPointer } from '../json/pointer.ts';
import { type DuplicateKey, describeReadError, type SourceFile } from './source-file.ts';
import type { TextError } from './text-repairs.ts';

/**
 * The library's default of 100 rejects legitimate documents that use one anchor often; an alias bomb needs many more.
 */
const MAX_ALIASES = 1_000;

let yaml: typeof import('yaml') | undefined;

/** A browser must have it before it reads a text that is not JSON, because it cannot load it synchronously. */
export async function importYaml(): Promise<void> {
  yaml ??= await import('yaml');
}

/** Loaded lazily: the library is large, and few documents need it. */
function loadYaml(): typeof import('yaml') {
  const loaded: typeof import('yaml') = yaml ?? requireFrom(import.meta.url)('yaml');
  yaml = loaded;
  return loaded;
}

/** Supports all of YAML and reports syntax errors in detail. */
export function readFullYaml({ url, name, text }: NamedText, acceptsDuplicates = false): SourceFile {
  const { LineCounter, parseDocument } = loadYaml();
  const lineCounter = new LineCounter();
  const document = parseDocument(text, {
    intAsBigInt: true,
    lineCounter,
    logLevel: 'error',
    merge: true,
    uniqueKeys: false,
  });
  rejectSyntaxErrors(document, name, lineCounter);
  const { attempt, throwErrors } = createErrorCollector();
  attempt(() => rejectBrokenAliases(document, name, lineCounter));
  const lines = new Map<string, number>();
  const duplicates = indexAllLines(document, { lines, lineAt: (offset) => lineCounter.linePos(offset).line });
  if (!acceptsDuplicates) attempt(() => rejectDuplicates(duplicates, name));
  throwErrors();
  return {
    url,
    name,
    text,
    value: toJson(buildValue(() => document.toJS({ maxAliasCount: MAX_ALIASES }), name)),
    lines,
    lineAt: (pointer) => lines.get(pointer),
    ...(duplicates.length > 0 && { duplicateKeys: duplicates }),
  };
}

/** In text order. */
export function findYamlErrors(text: string): readonly TextError[] {
  const { LineCounter, parseDocument } = loadYaml();
  const lineCounter = new LineCounter();
  const { errors } = parseDocument(text, { lineCounter, logLevel: 'error', uniqueKeys: false });
  return errors.map(({ code, pos: [offset] }) => ({ code, offset, line: lineCounter.linePos(offset).line - 1 }));
}

type NamedText = Pick<SourceFile, 'url' | 'name' | 'text'>;

/** Of several errors in one line, only the first: the others usually follow from it. */
function rejectSyntaxErrors({ errors }: Document.Parsed, name: string, lineCounter: LineCounter): void {
  const byLine = Map.groupBy(errors, ({ pos }) => lineCounter.linePos(pos[0]).line);
  const first = [...byLine.values()].flatMap(([one]) => one ?? []);
  const error = combineErrors(first.map((one) => yamlSyntaxError(name, one, lineCounter)));
  if (error !== undefined) throw error;
}

function yamlSyntaxError(name: string, yamlError: YAMLError, lineCounter: LineCounter): KitError {
  const { line } = lineCounter.linePos(yamlError.pos[0]);
  return new KitError('spec-syntax', describeYamlError(yamlError), { where: `${name}:${line}` });
}

/** Some messages of the library are about its API or stack. */
function describeYamlError({ code, message }: YAMLError): string {
  if (code === 'MULTIPLE_DOCS') return 'a second YAML document starts here; a file must contain only one';
  if (message.startsWith('Maximum call stack')) return TOO_DEEP;
  const [first = message] = message.split('\n');
  return first.replace(/ at line \d+, column \d+:?$/, '');
}

const TOO_DEEP = 'nested too deep';

/** An alias without an anchor, or inside its own anchor, has no value. */
function rejectBrokenAliases(document: Document.Parsed, name: string, lineCounter: LineCounter): void {
  const errors: KitError[] = [];
  loadYaml().visit(document, {
    Alias(_key, alias, path) {
      const anchoredNode = alias.resolve(document);
      if (anchoredNode !== undefined && !path.includes(anchoredNode)) return;
      const detail = anchoredNode === undefined ? 'has no anchor before it' : 'is inside its own anchor';
      const { line } = lineCounter.linePos(alias.range?.[0] ?? 0);
      errors.push(new KitError('spec-syntax', `the alias "*${alias.source}" ${detail}`, { where: `${name}:${line}` }));
    },
  });
  const error = combineErrors(errors);
  if (error !== undefined) throw error;
}

/** Alias bombs are only detected while the value is built. */
function buildValue(build: () => unknown, name: string): unknown {
  try {
    return build();
  } catch (error) {
    if (error instanceof ReferenceError) throw aliasBombError(name, error);
    const reason = error instanceof RangeError ? TOO_DEEP : describeReadError(error);
    throw new KitError('spec-syntax', reason, { where: name, cause: error });
  }
}

function aliasBombError(name: string, cause: ReferenceError): KitError {
  return new KitError('spec-syntax', `aliases repeat one anchor more than ${MAX_ALIASES} times`, {
    where: name,
    cause,
  });
}

interface YamlLineIndex {
  readonly lines: Map<string, number>;
  lineAt(offset: number): number;
}

/** Also finds duplicate keys: the library compares all pairs of keys, which takes quadratic time. */
function indexAllLines(document: Document.Parsed, index: YamlLineIndex): readonly DuplicateKey[] {
  const duplicates: DuplicateKey[] = [];
  indexLines(document.contents, '', { ...index, duplicates });
  return duplicates;
}

function rejectDuplicates(duplicates: readonly DuplicateKey[], name: string): void {
  const error = combineErrors(duplicates.map(({ line }) => duplicateKeyError(name, line)));
  if (error !== undefined) throw error;
}

type LineIndexState = YamlLineIndex & { readonly duplicates: DuplicateKey[] };

function indexLines(node: unknown, pointer: string, index: LineIndexState): void {
  const { isMap, isPair, isScalar, isSeq } = loadYaml();
  if (isMap(node)) {
    // What an earlier value of a duplicate key contains is no duplicate of what this one contains.
    const seen = new Set<string>();
    for (const pair of node.items) {
      if (!isPair(pair) || !isScalar(pair.key)) continue;
      const child = joinPointer(pointer, String(pair.key.value));
      const line = index.lineAt(pair.key.range?.[0] ?? 0);
      const earlierLine = seen.has(child) ? index.lines.get(child) : undefined;
      if (earlierLine !== undefined) index.duplicates.push({ pointer: child, line, earlierLine });
      seen.add(child);
      index.lines.set(child, line);
      indexLines(pair.value, child, index);
    }
  } else if (isSeq(node)) {
    node.items.forEach((item, position) => {
      const child = joinPointer(pointer, position);
      const range = isMap(item) || isSeq(item) || isScalar(item) ? item.range : undefined;
      if (range) index.lines.set(child, index.lineAt(range[0]));
      indexLines(item, child, index);
    });
  }
}

function duplicateKeyError(name: string, line: number): KitError {
  return new KitError('spec-syntax', 'duplicate key in an object', { where: `${name}:${line}` });
}
