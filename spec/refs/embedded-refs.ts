/** Resolves references by `$id` and `$anchor` (JSON Schema) instead of by the location of files. */
import { KitError } from '../../errors.ts';
import { findLine, type SourceFile } from '../source/source-file.ts';
import { findSchemaResources, type SchemaResource } from './schema-resources.ts';

export interface DocumentLocation {
  readonly file: SourceFile;
  readonly pointer: string;
}

/**
 * Returns the targets of a reference by the enclosing `$id`, the `$id` that it contains, or an anchor. Empty if none of
 * these apply. A target may not exist: many documents write pointers relative to the file even within an `$id`. Throws
 * `spec-ref` for a duplicate `$id` or anchor.
 */
export function resolveEmbeddedRef(
  files: ReadonlyMap<string, SourceFile>,
  from: DocumentLocation,
  ref: string,
): readonly DocumentLocation[] {
  if (files.values().every((file) => findSchemaResources(file) === undefined)) return [];
  const resourceAround = findSchemaResources(from.file)?.resourceAround(from.pointer);
  const base = resourceAround?.uri ?? from.file.url;
  if (resourceAround === undefined && ref.startsWith('#/')) return [];
  if (!URL.canParse(ref, base)) return [];
  const url = new URL(ref, base);
  const fragment = decodeFragment(url.hash.slice(1));
  url.hash = '';
  const found = [...files.values()].flatMap((file) => {
    const resources = findSchemaResources(file);
    const resource = resources?.byUri.get(url.href);
    const pointer = resource === undefined ? undefined : pointerInResource(resource, fragment);
    if (pointer === undefined) return [];
    const duplicate = resources?.duplicates.get(url.href) ?? resource?.duplicates.get(fragment);
    if (duplicate !== undefined) throw ambiguousRefError(from, ref, { file, pointer: duplicate });
    return [{ file, pointer }];
  });
  // Relative to an `$id`, the URL may also be that of a file.
  const file = files.get(url.href);
  const isPointer = fragment === '' || fragment.startsWith('/');
  return file === undefined || !isPointer ? found : [...found, { file, pointer: fragment }];
}

function ambiguousRefError(from: DocumentLocation, ref: string, duplicate: DocumentLocation): KitError {
  const formatLocation = ({ file, pointer }: DocumentLocation) => `${file.name}:${findLine(file, pointer)}`;
  return new KitError('spec-ref', `"${ref}" is ambiguous: a second target is at ${formatLocation(duplicate)}`, {
    where: formatLocation({ ...from, pointer: `${from.pointer}/$ref` }),
    fix: 'Make each $id and $anchor unique, or use a JSON Pointer.',
  });
}

function pointerInResource({ pointer, anchors }: SchemaResource, fragment: string): string | undefined {
  if (fragment === '') return pointer;
  return fragment.startsWith('/') ? `${pointer}${fragment}` : anchors.get(fragment);
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
