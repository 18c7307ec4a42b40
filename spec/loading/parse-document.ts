/**
 * Builds the Contract of a document whose text was read: rejects an invalid one with its location. How other files are read
 * differs between Node and a browser.
 */
import { toHex } from '../../platform/bytes.ts';
import { sha256 } from '../../platform/crypto.ts';
import type { JsonObject } from '../json/exact-json.ts';
import type { Contract } from '../model/contract.ts';
import { type ConvertedDocument, convertOpenApi32, isOpenApi32 } from '../openapi32/convert-document.ts';
import type { OverlaidFile } from '../overlay/overlaid-file.ts';
import { createFileLoader, type FileLoader } from '../refs/file-loader.ts';
import { childNode, type Node, toPlace } from '../refs/nodes.ts';
import { nameOperations, sortRepairs } from '../repair/list-repairs.ts';
import { repairLoaded } from '../repair/repair-loaded.ts';
import { repairMain } from '../repair/repair-main.ts';
import { parseSource } from '../source/parse-source.ts';
import type { SourceFile } from '../source/source-file.ts';
import { convertSwagger2, isSwagger2 } from '../swagger2/convert-document.ts';
import { buildContract } from './build-contract.ts';
import { readOpenApiVersion } from './check-document.ts';
import { type LoadMode, readDocument } from './read-document.ts';

export interface ParseSettings {
  /** Default: `strict`. */
  readonly mode?: LoadMode;
  /** Accepts a document without operations: for comparisons, where all may have been removed, or none added yet. */
  readonly acceptsEmpty?: boolean;
}

export interface DocumentReading {
  readonly url: string;
  readonly text: string;
  /** Changes the document by overlays, which are read from `overlayFiles`. */
  readonly overlay: (file: SourceFile) => OverlaidFile;
  readonly overlayFiles: readonly SourceFile[];
  /** Reads the text of the files that the document refers to. Throws if it refers to files and cannot. */
  readonly createReader: (main: SourceFile) => (url: string) => Promise<string>;
  /** All files as one document. */
  readonly bundle: (main: SourceFile, loader: FileLoader) => Promise<JsonObject>;
}

/** Relative references are resolved against the URL. Throws a KitError that names file and line. */
export async function parseDocument(
  { url, text, overlay, overlayFiles, createReader, bundle }: DocumentReading,
  { mode = 'strict', acceptsEmpty = false }: ParseSettings,
): Promise<Contract> {
  const { parse, isUnchanged } = createParser(mode);
  const parsed = parse(url, text);
  const { file: overlaid, unusedActions } = overlay(parsed);
  const known = mode === 'lenient' ? repairMain(overlaid) : { file: overlaid, repairs: [] };
  const { file: converted, unsupported: unconverted } = convertToKnown(known.file);
  const openapi = readOpenApiVersion(converted);
  const loader = createFileLoader(converted, { parse, read: createReader(converted) });
  const loaded =
    mode === 'lenient'
      ? await repairLoaded(loader, openapi, { parsed, repairs: known.repairs })
      : { repairs: [], disabled: [] };
  const { files } = loader;
  const { document, setAside } = await readDocument(files.get(url) ?? converted, openapi, { loader, bundle, mode });
  const main = files.get(url) ?? converted;
  const repairs = sortRepairs([...loaded.repairs, ...setAside.repairs], main);
  const disabled = [...loaded.disabled, ...setAside.disabled];
  const rewritten = [...files.values()].filter((file) => !isUnchanged(file));
  const root: Node = { file: main, pointer: '', value: main.value };
  const { findUnsupported, findOutgoingCalls, readComponentParts, ...parts } = buildContract(files, root, {
    openapi,
    acceptsEmpty,
    listsExamples: mode === 'lenient',
  });
  let outgoingCalls: Contract['outgoingCalls'];
  let unsupported: Contract['unsupported'];
  let componentParts: Contract['componentParts'];
  return {
    file: main.name,
    sha256: toHex(sha256([main, ...overlayFiles].map((file) => file.text).join(''))),
    openapi,
    title: readInfo(root, 'title'),
    version: readInfo(root, 'version'),
    place: toPlace(root),
    document,
    sources: collectSources(main, [...files.values(), ...overlayFiles]),
    ...(rewritten.length > 0 && { rewritten: new Map(rewritten.map((file) => [file.name, file])) }),
    ...(repairs.length > 0 && { repairs: nameOperations(repairs, parts.operations) }),
    ...(disabled.length > 0 && { disabled }),
    ...(unusedActions.length > 0 && { unusedActions }),
    ...parts,
    get outgoingCalls() {
      outgoingCalls ??= findOutgoingCalls();
      return outgoingCalls;
    },
    get unsupported() {
      unsupported ??= [...unconverted, ...findUnsupported()];
      return unsupported;
    },
    get componentParts() {
      componentParts ??= readComponentParts();
      return componentParts;
    },
  };
}

/** Documents of Swagger 2.0 and OpenAPI 3.2, in terms of 3.0 and 3.1. */
function convertToKnown(file: SourceFile): ConvertedDocument {
  if (isOpenApi32(file.value)) return convertOpenApi32(file, file.value);
  return { file: isSwagger2(file.value) ? convertSwagger2(file, file.value) : file, unsupported: [] };
}

interface FileParser {
  readonly parse: (url: string, text: string) => SourceFile;
  /** Whether the text of a file has the same values. */
  readonly isUnchanged: (file: SourceFile) => boolean;
}

function createParser(mode: LoadMode): FileParser {
  const unchanged = new Set<SourceFile>();
  return {
    parse(url, text) {
      const file = parseSource(url, text, { acceptsDuplicates: mode === 'lenient' });
      if (file.duplicateKeys === undefined && file.textRepairs === undefined) unchanged.add(file);
      return file;
    },
    isUnchanged: (file) => unchanged.has(file),
  };
}

/**
 * The main document comes first. The others are sorted by name: the order in which they are read varies between runs.
 */
function collectSources(main: SourceFile, files: readonly SourceFile[]): ReadonlyMap<string, string> {
  const others = files.filter((file) => file !== main).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return new Map([main, ...others].map(({ name, text }) => [name, text]));
}

function readInfo(root: Node, key: string): string {
  const { value } = childNode(childNode(root, 'info'), key);
  return typeof value === 'string' ? value : String(value ?? '');
}
