/** Reads all files of a document, repairs them, and sets aside what cannot be used. */
import { splitPointer } from '../json/pointer.ts';
import type { DisabledOperation, Repair } from '../model/contract.ts';
import type { BrokenRefs } from '../refs/broken-refs.ts';
import { type FileLoader, loadReferencedFiles } from '../refs/file-loader.ts';
import type { Files, Node } from '../refs/nodes.ts';
import type { SourceFile } from '../source/source-file.ts';
import { withoutDanglingLinks } from './dangling-links.ts';
import { sortRepairs } from './list-repairs.ts';
import { repairFiles } from './repair-files.ts';
import { setAsideBroken, setAsideInvalid } from './set-aside.ts';

export interface LoadedRepairs {
  readonly repairs: readonly Repair[];
  readonly disabled: readonly DisabledOperation[];
}

export interface RepairedBefore {
  /** The main document as it was read. */
  readonly parsed: SourceFile;
  /** What was repaired in it before the loader got it. */
  readonly repairs: readonly Repair[];
}

/**
 * Replaces the files of the loader. The main document of the loader may be converted. Throws
 * `spec-ref` if no operation can be used.
 */
export async function repairLoaded(
  loader: FileLoader,
  openapi: '3.0' | '3.1',
  { parsed, repairs: before }: RepairedBefore,
): Promise<LoadedRepairs> {
  await loadReferencedFiles(loader);
  const { main, files, readErrors } = loader;
  const syntax = [...files.values()].flatMap((file) => syntaxRepairs(file === main ? parsed : file));
  const repaired = repairFiles(main, files, openapi);
  const setAside = setAsideBroken(rootOf(main, repaired.files), repaired.files, readErrors);
  if (setAside === undefined)
    return { repairs: sortRepairs([...syntax, ...before, ...repaired.repairs], main), disabled: [] };
  const { disabled } = setAside;
  const withLinks = withoutDanglingLinks(rootOf(main, setAside.files), setAside.files, disabled);
  for (const [url, changed] of withLinks.files) files.set(url, changed);
  const repairs = [repaired, setAside, withLinks].flatMap((step) => step.repairs);
  return { repairs: sortRepairs([...syntax, ...before, ...repairs], main), disabled };
}

/**
 * Replaces the files of the loader by those without these parts and what needs them. Throws `spec-invalid` if no operation
 * can be used.
 */
export function setAsideInvalidParts({ main, files }: FileLoader, invalid: BrokenRefs): LoadedRepairs {
  const without = setAsideInvalid(rootOf(main, files), files, invalid);
  if (without === undefined) return { repairs: [], disabled: [] };
  const { disabled } = without;
  const withLinks = withoutDanglingLinks(rootOf(main, without.files), without.files, disabled);
  for (const [url, changed] of withLinks.files) files.set(url, changed);
  return { repairs: [...without.repairs, ...withLinks.repairs], disabled };
}

function rootOf({ url }: SourceFile, files: Files): Node {
  const file = files.get(url);
  if (file === undefined) throw new Error(`no file ${url}`);
  return { file, pointer: '', value: file.value };
}

/** Keys that an object has several times: the file was read with the last value of each. And what is no YAML or JSON. */
function syntaxRepairs({ name, duplicateKeys = [], textRepairs = [] }: SourceFile): readonly Repair[] {
  return [
    ...textRepairs.map(({ line, what, effect }) => ({ place: { file: name, pointer: '', line }, what, effect })),
    ...duplicateKeys.map(({ pointer, line, earlierLine }) => ({
      place: { file: name, pointer, line },
      what: `the key "${splitPointer(pointer).at(-1) ?? ''}", which line ${earlierLine} has too`,
      effect: 'the last one is read; remove or rename the others',
    })),
  ];
}
