/** The files of a document without some of its parts. */
import { removeAll, replaceAll } from '../json/change-at.ts';
import type { Json } from '../json/exact-json.ts';
import { splitPointer } from '../json/pointer.ts';
import { findBrokenRefs } from '../refs/broken-refs.ts';
import type { Files, Node } from '../refs/nodes.ts';
import { withValue } from '../source/source-file.ts';

/** Members of objects only: the items of a list keep their pointers. */
export function withoutParts(files: Files, parts: readonly Node[]): Files {
  return changeFiles(files, parts, removeAll);
}

/**
 * Nothing that is left needs these references: they are only in what nothing refers to, and in what an extension
 * contains.
 */
export function withoutBrokenRefs(files: Files, readErrors: Parameters<typeof findBrokenRefs>[1]): Files {
  const broken = findBrokenRefs(files, readErrors);
  if (broken.size === 0) return files;
  const parts = [...broken.values()].map(({ node }) => node);
  const changed = changeFiles(files, parts, (value, paths) => replaceAll(value, paths, {}));
  return withoutBrokenRefs(changed, readErrors);
}

function changeFiles(
  files: Files,
  parts: readonly Node[],
  change: (value: Json, paths: readonly (readonly string[])[]) => Json,
): Files {
  const byFile = Map.groupBy(parts, ({ file }) => file.url);
  return new Map(
    [...files].map(([url, file]) => {
      const changed = byFile.get(url);
      if (changed === undefined) return [url, file];
      const paths = changed.map(({ pointer }) => splitPointer(pointer));
      return [url, withValue(file, change(file.value, paths))];
    }),
  );
}
