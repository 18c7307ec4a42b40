/** Walking a document that is spread over files: a Node is a value and where it stands; `$ref` is followed on the way. */
import { KitError } from '../../errors.ts';
import { isJsonArray, isJsonObject, type Json } from '../json/exact-json.ts';
import { joinPointer, splitPointer } from '../json/pointer.ts';
import type { Place } from '../model/contract.ts';
import { remembered } from '../remembered.ts';
import { lineOf, type SourceFile } from '../source/source-file.ts';
import { embeddedTarget, type Spot } from './embedded.ts';

export interface Node {
  readonly file: SourceFile;
  readonly pointer: string;
  readonly value: Json | undefined;
}

/** The files by URL, all of them already read. */
export type Files = ReadonlyMap<string, SourceFile>;

export function placeOf({ file, pointer }: Node): Place {
  const place = { file: file.name, pointer };
  addLine(place, file);
  return place;
}

/**
 * Few places of a large document are ever shown. One accessor serves all places of a file: V8 keeps an object with an
 * accessor of its own as a dictionary, which is large and slow.
 */
function addLine<Spot extends Pick<Place, 'pointer'>>(
  spot: Spot,
  file: SourceFile,
): asserts spot is Spot & Pick<Place, 'line'> {
  Object.defineProperty(spot, 'line', lineAccessor(file));
}

const lineAccessor = remembered(
  (file: SourceFile): PropertyDescriptor => ({
    enumerable: true,
    configurable: true,
    get(this: Pick<Place, 'pointer'>) {
      return lineOf(file, this.pointer);
    },
  }),
);

export function whereOf(node: Node): string {
  return `${node.file.name}:${lineOf(node.file, node.pointer)}`;
}

/** One step down, without following a reference. */
export function step(node: Node, key: string | number): Node {
  return {
    file: node.file,
    pointer: joinPointer(node.pointer, key),
    value: valueAt(node.value, key),
  };
}

/** One step down, to where a reference there leads. */
export function child(files: Files, node: Node, key: string | number): Node {
  return follow(files, step(node, key));
}

/** The entries of an object node; none for anything else. References are not followed. */
export function entries(node: Node): readonly (readonly [string, Node])[] {
  return isJsonObject(node.value)
    ? Object.keys(node.value).map((key) => [key, step(node, key)] as const)
    : [];
}

/** The items of an array node; none for anything else. References are not followed. */
export function items(node: Node): readonly Node[] {
  return isJsonArray(node.value) ? node.value.map((_item, index) => step(node, index)) : [];
}

/** The string under a key; undefined for anything else. References are not followed. */
export function textAt(node: Node, key: string): string | undefined {
  const { value } = step(node, key);
  return typeof value === 'string' && isJsonObject(node.value) ? value : undefined;
}

/** The strings of an array node. */
export function textsAt(node: Node): readonly string[] {
  return items(node)
    .map(({ value }) => value)
    .filter((value) => typeof value === 'string');
}

/** Where a reference leads, through any number of references. Throws `spec-ref`. */
export function follow(files: Files, node: Node, before: ReadonlySet<string> = new Set()): Node {
  if (refOf(node) === undefined) return node;
  const seen = new Set(before);
  let current = node;
  for (let ref = refOf(current); ref !== undefined; ref = refOf(current)) {
    const key = `${current.file.url}#${current.pointer}`;
    if (seen.has(key))
      throw new KitError('spec-ref', `"${ref}" leads back to itself`, { where: whereOf(step(node, '$ref')) });
    seen.add(key);
    if (seen.size - before.size > MOST_LINKS) throw tooManyLinks(node, ref);
    current = target(files, current, ref, seen);
  }
  return current;
}

/** References to references, one behind the other. Nobody writes more than a few, and linters take the square of their number. */
export const MOST_LINKS = 100;

export function tooManyLinks(node: Node, ref: string): KitError {
  const detail = `"${ref}" is behind more than ${MOST_LINKS} references that lead to references`;
  return new KitError('spec-ref', detail, { where: whereOf(step(node, '$ref')) });
}

/** The `$ref` of a node, where it has one. */
export function refOf(node: Node): string | undefined {
  const ref = isJsonObject(node.value) ? node.value['$ref'] : undefined;
  return typeof ref === 'string' ? ref : undefined;
}

/** Where one reference leads, without following a further one there. */
export function target(files: Files, from: Node, ref: string, seen: ReadonlySet<string> = new Set()): Node {
  const embedded = embeddedTarget(files, from, ref).map(exactly);
  const named = embedded.find(({ value }) => value !== undefined);
  if (named !== undefined) return named;
  const file = files.get(urlOfRef(from, ref) ?? '');
  const found = file === undefined ? undefined : nodeAt(files, file, fragmentOf(ref), seen);
  if (found?.value === undefined) {
    throw new KitError('spec-ref', `"${ref}" leads nowhere`, { where: whereOf(step(from, '$ref')) });
  }
  return found;
}

/** What stands at a pointer, without a reference on the way. */
function exactly({ file, pointer }: Spot): Node {
  return splitPointer(pointer).reduce(step, { file, pointer: '', value: file.value });
}

/** The URL of the file that a reference names; undefined where that is not a URL. */
export function urlOfRef(from: Node, ref: string): string | undefined {
  if (ref.startsWith('#')) return from.file.url;
  if (!URL.canParse(ref, from.file.url)) return undefined;
  const url = new URL(ref, from.file.url);
  url.hash = '';
  return url.href;
}

/** The fragment of a reference, percent-decoded; as it stands where that is not possible. */
export function fragmentOf(ref: string): string {
  const start = ref.indexOf('#');
  const fragment = start < 0 ? '' : ref.slice(start + 1);
  if (!fragment.includes('%')) return fragment;
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** Where the pointers of a file lead that pass no reference: the same for whoever asks. */
const plainNodes = remembered((_file: SourceFile) => new Map<string, Node>());

function nodeAt(files: Files, file: SourceFile, fragment: string, seen: ReadonlySet<string>) {
  const nodes = plainNodes(file);
  const found = nodes.get(fragment) ?? searched(files, file, fragment, seen);
  if (found?.file === file && found.pointer === fragment) nodes.set(fragment, found);
  return found;
}

/** A pointer may lead through a reference on its way, as it does for swagger-parser. */
function searched(
  files: Files,
  file: SourceFile,
  fragment: string,
  seen: ReadonlySet<string>,
): Node | undefined {
  const root: Node = { file, pointer: '', value: file.value };
  if (fragment === '') return root;
  if (!fragment.startsWith('/')) return anchorIn(root, fragment);
  return splitPointer(fragment).reduce((node, key) => {
    const own = step(node, key);
    return own.value === undefined ? step(follow(files, node, seen), key) : own;
  }, root);
}

/** JSON Schema's plain-name fragments. */
function anchorIn(node: Node, anchor: string): Node | undefined {
  if (isJsonObject(node.value) && node.value['$anchor'] === anchor) return node;
  const below = [...entries(node).map(([, part]) => part), ...items(node)];
  return below.map((part) => anchorIn(part, anchor)).find((found) => found !== undefined);
}

function valueAt(value: Json | undefined, key: string | number): Json | undefined {
  if (isJsonArray(value)) return /^\d+$/.test(String(key)) ? value[Number(key)] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
