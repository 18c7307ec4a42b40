/** References that JSON Schema resolves by `$id` and `$anchor`, not by where a file is. */

import type { SourceFile } from '../source/source-file.ts';
import { type Resource, resourcesOf } from './schema-resources.ts';

export interface Spot {
  readonly file: SourceFile;
  readonly pointer: string;
}

/**
 * Where a reference leads by the `$id` around it, the `$id` that it names, or an anchor. Undefined where none of these
 * has a part in it, and for a pointer that leads nowhere in its resource: many mean the file, whatever `$id` says.
 */
export function embeddedTarget(
  files: ReadonlyMap<string, SourceFile>,
  from: Spot,
  ref: string,
): readonly Spot[] {
  if (files.values().every((file) => resourcesOf(file) === undefined)) return [];
  const own = resourcesOf(from.file)?.around(from.pointer);
  const base = own?.uri ?? from.file.url;
  if (own === undefined && ref.startsWith('#/')) return [];
  if (!URL.canParse(ref, base)) return [];
  const url = new URL(ref, base);
  const fragment = decoded(url.hash.slice(1));
  url.hash = '';
  const found = [...files.values()].flatMap((file) => {
    const resource = resourcesOf(file)?.byUri.get(url.href);
    const pointer = resource === undefined ? undefined : pointerIn(resource, fragment);
    return pointer === undefined ? [] : [{ file, pointer }];
  });
  // Relative to an `$id` there may also be a whole file.
  const file = files.get(url.href);
  const isPointer = fragment === '' || fragment.startsWith('/');
  return file === undefined || !isPointer ? found : [...found, { file, pointer: fragment }];
}

function pointerIn({ pointer, anchors }: Resource, fragment: string): string | undefined {
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
