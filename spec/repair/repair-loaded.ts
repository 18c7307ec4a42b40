/** Reads all files of a document, repairs them, and sets aside what cannot be used. */
import type { DisabledOperation, Repair } from '../model/contract.ts';
import { type FileLoader, loadReferencedFiles } from '../refs/file-loader.ts';
import type { Files, Node } from '../refs/nodes.ts';
import type { SourceFile } from '../source/source-file.ts';
import { withoutDanglingLinks } from './dangling-links.ts';
import { repairFiles, sortRepairs } from './repair-files.ts';
import { setAsideBroken } from './set-aside.ts';

export interface LoadedRepairs {
  readonly repairs: readonly Repair[];
  readonly disabled: readonly DisabledOperation[];
}

/** Replaces the files of the loader. Throws `spec-ref` if no operation can be used. */
export async function repairLoaded(loader: FileLoader, openapi: '3.0' | '3.1'): Promise<LoadedRepairs> {
  await loadReferencedFiles(loader);
  const { main, files, readErrors } = loader;
  const repaired = repairFiles(main, files, openapi);
  const { disabled, ...setAside } = setAsideBroken(rootOf(main, repaired.files), repaired.files, readErrors);
  const withLinks = withoutDanglingLinks(rootOf(main, setAside.files), setAside.files, disabled);
  for (const [url, changed] of withLinks.files) files.set(url, changed);
  const repairs = [repaired, setAside, withLinks].flatMap((step) => step.repairs);
  return { repairs: sortRepairs(repairs, main), disabled };
}

function rootOf({ url }: SourceFile, files: Files): Node {
  const file = files.get(url);
  if (file === undefined) throw new Error(`no file ${url}`);
  return { file, pointer: '', value: file.value };
}
