/** The references that stand in a file, and one complaint about those that lead nowhere. */
import { KitError } from '../../errors.ts';
import { isJsonArray, isJsonObject, type Json } from '../json/exact-json.ts';
import { remembered } from '../remembered.ts';
import type { SourceFile } from '../source/source-file.ts';
import { type Files, type Node, refOf, step, target, urlOfRef, whereOf } from './nodes.ts';

/** The nodes of a file that hold a `$ref`, in the order of their lines. */
export const refsIn = remembered((file: SourceFile): readonly Node[] => {
  const root: Node = { file, pointer: '', value: file.value };
  const found: Keys[] = [];
  collectRefs(file.value, [], found);
  return found.map((keys) => keys.reduce(step, root));
});

type Keys = readonly (string | number)[];

/** Adds to `found` the keys that lead to each value with a `$ref`. */
function collectRefs(value: Json, keys: (string | number)[], found: Keys[]): void {
  if (isJsonArray(value)) {
    for (const [index, item] of value.entries()) collectBelow(item, index);
  } else if (isJsonObject(value)) {
    if (typeof value['$ref'] === 'string') found.push([...keys]);
    for (const key of Object.keys(value)) collectBelow(value[key] ?? null, key);
  }

  function collectBelow(part: Json, key: string | number): void {
    if (typeof part !== 'object' || part === null) return;
    keys.push(key);
    collectRefs(part, keys, found);
    keys.pop();
  }
}

interface Broken {
  readonly detail: string;
  readonly where: string;
  readonly error: KitError;
}

/** Why a file that a reference names could not be read, by its URL. */
type Unread = ReadonlyMap<string, KitError>;

/** Of more than these only the number is told. */
const MOST_TOLD = 10;

/** One complaint about all of them, each at the first place that refers so; undefined where all lead somewhere. */
export function brokenRefs(
  refs: readonly Node[],
  files: Files,
  unread: Unread = new Map(),
): KitError | undefined {
  const [first, ...others] = eachBroken(refs, files, unread);
  if (first === undefined) return undefined;
  const told = others.slice(0, MOST_TOLD - 1).map(({ detail, where }) => `; also ${detail} (${where})`);
  const left = others.length - told.length;
  const { fix, cause } = first.error;
  return new KitError('spec-ref', `${first.detail}${told.join('')}${left > 0 ? `; and ${left} more` : ''}`, {
    where: first.where,
    // What helps against another kind of mistake would mislead.
    ...(first.error.code === 'spec-ref' && { fix }),
    ...(cause !== undefined && { cause }),
  });
}

/** Of several references in one file that name the same, the first; one that is to blame for others, once. */
function* eachBroken(refs: readonly Node[], files: Files, unread: Unread): Generator<Broken> {
  const known = new Set<string>();
  for (const node of refs) {
    const key = `${node.file.url} ${refOf(node)}`;
    if (known.has(key)) continue;
    known.add(key);
    const broken = brokenAt(node, files, unread);
    if (broken === undefined || known.has(keyOf(broken))) continue;
    known.add(keyOf(broken));
    yield broken;
  }
}

function keyOf({ detail, where }: Broken): string {
  return `${where} ${detail}`;
}

function brokenAt(node: Node, files: Files, unread: Unread): Broken | undefined {
  const ref = refOf(node) ?? '';
  const where = whereOf(step(node, '$ref'));
  const reason = unread.get(urlOfRef(node, ref) ?? '');
  if (reason !== undefined) {
    // A file that cannot be parsed is itself to blame.
    const own = reason.code === 'spec-syntax' ? reason.where : undefined;
    return { detail: reason.detail, where: own ?? where, error: reason };
  }
  try {
    target(files, node, ref);
  } catch (error) {
    if (error instanceof KitError) return { detail: error.detail, where: error.where ?? where, error };
  }
  return undefined;
}
