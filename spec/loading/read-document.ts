/**
 * Bundles the files of a document and checks it. Of a document that is read leniently, operations that are not valid are set
 * aside.
 */
import type { ErrorObject } from 'ajv';
import { combineErrors, KitError } from '../../errors.ts';
import type { JsonObject } from '../json/exact-json.ts';
import { splitPointer } from '../json/pointer.ts';
import { formatPlace } from '../model/contract.ts';
import { type BrokenRefs, brokenRefsError, findRefs, partKey } from '../refs/broken-refs.ts';
import type { FileLoader } from '../refs/file-loader.ts';
import { childNode, findTarget, type Node, toPlace } from '../refs/nodes.ts';
import { type LoadedRepairs, setAsideInvalidParts } from '../repair/repair-loaded.ts';
import type { SourceFile } from '../source/source-file.ts';
import { adaptForValidator } from './adapt-for-validator.ts';
import { findIncomplete, findSchemaErrors } from './check-document.ts';
import { explainSchemaErrors } from './explain-schema-errors.ts';

/** lenient: the document is repaired where its meaning is clear, and the contract lists the repairs. */
export type LoadMode = 'strict' | 'lenient';

export interface ReadContext {
  /** All files as one document. */
  readonly bundle: (main: SourceFile, loader: FileLoader) => Promise<JsonObject>;
  readonly loader: FileLoader;
  readonly mode: LoadMode;
}

export interface ReadDocument {
  readonly document: JsonObject;
  readonly setAside: LoadedRepairs;
}

/** Bundles the document. In lenient mode, operations that are not valid are set aside, and what remains is read. */
export async function readDocument(
  main: SourceFile,
  openapi: '3.0' | '3.1',
  context: ReadContext,
): Promise<ReadDocument> {
  const { document, error, invalid } = await checkDocument(main, openapi, context);
  if (error === undefined) return { document, setAside: { repairs: [], disabled: [] } };
  if (context.mode === 'strict' || invalid === undefined) throw error;
  const setAside = setAsideInvalidParts(context.loader, invalid);
  const rest = await checkDocument(context.loader.files.get(main.url) ?? main, openapi, context);
  if (rest.error !== undefined) throw error;
  return { document: rest.document, setAside };
}

interface CheckedDocument {
  readonly document: JsonObject;
  /** All errors of references and of the schema of OpenAPI. */
  readonly error: KitError | undefined;
  /** The operations and components with errors; undefined if there are errors elsewhere. */
  readonly invalid: BrokenRefs | undefined;
}

async function checkDocument(
  main: SourceFile,
  openapi: '3.0' | '3.1',
  { loader, bundle, mode }: ReadContext,
): Promise<CheckedDocument> {
  const { files } = loader;
  const incomplete = findIncomplete(main, openapi);
  const incompleteErrors = incomplete.map(({ error }) => error);
  const document = await bundle(main, loader).catch((error: unknown) => {
    // The bundler also rejects an incomplete document, with a less specific error.
    const isRepeated = incompleteErrors.length > 0 && error instanceof KitError && error.code === 'spec-invalid';
    throw error instanceof KitError ? combineErrors([...incompleteErrors, ...(isRepeated ? [] : [error])]) : error;
  });
  const refError = brokenRefsError([...files.values()].flatMap(findRefs), files);
  // Names of components are reported by the repairs, and used as they stand.
  const isNew = ({ instancePath, keyword, schemaPath }: ErrorObject) =>
    incomplete.every(({ pointer }) => pointer !== instancePath) &&
    (mode === 'strict' || (keyword !== 'propertyNames' && !schemaPath.includes('/propertyNames/')));
  const schemaErrors = (await findSchemaErrors(adaptForValidator(document), openapi)).filter(isNew);
  const partErrors = findPartErrors(schemaErrors, main, files);
  const otherErrors = [...incompleteErrors, ...(refError === undefined ? [] : [refError])];
  return {
    document,
    error: combineErrors([...otherErrors, ...partErrors.map(({ error }) => error)]),
    invalid: otherErrors.length > 0 ? undefined : invalidParts(partErrors),
  };
}

interface PartError {
  /** The operation or component; undefined outside of them. */
  readonly part: Node | undefined;
  readonly error: KitError;
}

function findPartErrors(
  errors: readonly ErrorObject[],
  main: SourceFile,
  files: ReadonlyMap<string, SourceFile>,
): readonly PartError[] {
  const root: Node = { file: main, pointer: '', value: main.value };
  return explainSchemaErrors(errors)
    .map(({ message, pointer }) => ({ message, pointer, place: toPlace(findNearestNode(files, root, pointer)) }))
    .toSorted((a, b) => (a.place.file === b.place.file ? a.place.line - b.place.line : 0))
    .map(({ message, pointer, place }) => {
      const [, part] = /^(\/(?:paths\/[^/]+|components\/[^/]+)\/[^/]+)/.exec(pointer) ?? [];
      return {
        part: part === undefined ? undefined : findNearestNode(files, root, part),
        error: new KitError('spec-invalid', message, { where: formatPlace(place) }),
      };
    });
}

function invalidParts(errors: readonly PartError[]): BrokenRefs | undefined {
  const placed = errors.flatMap(({ part, error }) => (part === undefined ? [] : [{ node: part, error }]));
  if (placed.length < errors.length) return undefined;
  const byPart = Map.groupBy(placed, ({ node }) => partKey(node));
  return new Map([...byPart].flatMap(([key, [first]]) => (first === undefined ? [] : [[key, first] as const])));
}

/** Returns the node at a pointer into the bundled document, or its nearest ancestor, in the file that contains it. */
function findNearestNode(files: ReadonlyMap<string, SourceFile>, root: Node, pointer: string): Node {
  let node = root;
  for (const key of splitPointer(pointer)) {
    const next = childOfTarget(files, node, key);
    if (next?.value === undefined) return node;
    node = next;
  }
  return node;
}

/** Undefined below a broken reference. */
function childOfTarget(files: ReadonlyMap<string, SourceFile>, node: Node, key: string): Node | undefined {
  const target = findTarget(files, node);
  return target && childNode(target, key);
}
