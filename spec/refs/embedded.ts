/** References that JSON Schema resolves by `$id` and `$anchor`, not by where a file is. */
import { KitError } from '../../errors.ts';
import { lineOf, type SourceFile } from '../source/source-file.ts';
import { type SchemaResource, schemaResourcesOf } from './schema-resources.ts';

export interface Spot {
  readonly file: SourceFile;
  readonly pointer: string;
}

/**
 * Where a reference leads by the `$id` around it, the `$id` that it names, or an anchor. Undefined where none of these
 * has a part in it, and for a pointer that leads nowhere in its resource: many mean the file, whatever `$id` says.
 * Throws `spec-ref` where the `$id` or the anchor stands at two places.
 */
export function embeddedTarget(
  files: ReadonlyMap<string, SourceFile>,
  from: Spot,
  ref: string,
): readonly Spot[] {
  if (files.values().every((file) => schemaResourcesOf(file) === undefined)) return [];
  const own = schemaResourcesOf(from.file)?.around(from.pointer);
  const base = own?.uri ?? from.file.url;
  if (own === undefined && ref.startsWith('#/')) return [];
  if (!URL.canParse(ref, base)) return [];
  const url = new URL(ref, base);
  const fragment = decoded(url.hash.slice(1));
  url.hash = '';
  const found = [...files.values()].flatMap((file) => {
    const resources = schemaResourcesOf(file);
    const resource = resources?.byUri.get(url.href);
    const pointer = resource === undefined ? undefined : pointerIn(resource, fragment);
    if (pointer === undefined) return [];
    const second = resources?.doubled.get(url.href) ?? resource?.doubled.get(fragment);
    if (second !== undefined) throw ambiguous(from, ref, { file, pointer: second });
    return [{ file, pointer }];
  });
  // Relative to an `$id` there may also be a whole file.
  const file = files.get(url.href);
  const isPointer = fragment === '' || fragment.startsWith('/');
  return file === undefined || !isPointer ? found : [...found, { file, pointer: fragment }];
}

function ambiguous(from: Spot, ref: string, second: Spot): KitError {
  const line = ({ file, pointer }: Spot) => `${file.name}:${lineOf(file, pointer)}`;
  return new KitError('spec-ref', `"${ref}" may mean two places, the second of them at ${line(second)}`, {
    where: line({ ...from, pointer: `${from.pointer}/$ref` }),
    fix: 'Give each $id and $anchor a name of its own, or refer to the place by a JSON Pointer.',
  });
}

function pointerIn({ pointer, anchors }: SchemaResource, fragment: string): string | undefined {
  if (fragment === '') return pointer;
  return fragment.startsWith('/') ? `${pointer}${fragment}` : anchors.get(fragment);
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
