/**
 * Entry point of this layer: reads an OpenAPI document, rejects an invalid one with its location, and builds the
 * Contract.
 */
import { createHash } from 'node:crypto';
import { KitError } from '../../errors.ts';
import type { JsonObject } from '../json/exact-json.ts';
import { splitPointer } from '../json/pointer.ts';
import { type Contract, formatPlace, type Operation } from '../model/contract.ts';
import { brokenRefsError, findRefs } from '../refs/broken-refs.ts';
import { bundleDocument } from '../refs/bundle.ts';
import { childNode, dereference, formatLocation, type Node, toPlace } from '../refs/nodes.ts';
import { parseSource, readSource, resolveSourceUrl } from '../source/read-source.ts';
import type { SourceFile } from '../source/source-file.ts';
import { adaptForValidator } from './adapt-for-validator.ts';
import { buildContract } from './build-contract.ts';
import { findSchemaErrors, readOpenApiVersion, rejectIncomplete } from './check-document.ts';
import { type ExplainedError, explainErrorsByPart } from './explain-schema-errors.ts';

/** `source` is a path, an http(s) URL or `git:REF:path`. Throws a KitError that names file and line. */
export async function loadContract(source: string): Promise<Contract> {
  const url = await resolveSourceUrl(source);
  return parseContract(url, await readSource(url));
}

/**
 * Parses a text that was already read; relative references are resolved against `url`. Throws as `loadContract` does.
 */
export async function parseContract(url: string, text: string): Promise<Contract> {
  const main = parseSource(url, text);
  const openapi = readOpenApiVersion(main);
  rejectIncomplete(main, openapi);
  const files = new Map([[url, main]]);
  const document = await bundleDocument(main, files);
  const refError = brokenRefsError([...files.values()].flatMap(findRefs), files);
  if (refError !== undefined) throw refError;
  await rejectInvalid({ document, openapi }, main, files);
  const root: Node = { file: main, pointer: '', value: main.value };
  const { findUnsupported, findOutgoingCalls, readComponentParts, ...parts } = buildContract(files, root, openapi);
  let outgoingCalls: Contract['outgoingCalls'];
  let unsupported: Contract['unsupported'];
  let componentParts: Contract['componentParts'];
  rejectInconsistent(parts.operations);
  return {
    file: main.name,
    sha256: createHash('sha256').update(main.text).digest('hex'),
    openapi,
    title: readInfo(root, 'title'),
    version: readInfo(root, 'version'),
    place: toPlace(root),
    document,
    sources: collectSources(main, [...files.values()]),
    ...parts,
    get outgoingCalls() {
      outgoingCalls ??= findOutgoingCalls();
      return outgoingCalls;
    },
    get unsupported() {
      unsupported ??= findUnsupported();
      return unsupported;
    },
    get componentParts() {
      componentParts ??= readComponentParts();
      return componentParts;
    },
  };
}

/**
 * The main document comes first. The others are sorted by name: the order in which they are read varies between runs.
 */
function collectSources(main: SourceFile, files: readonly SourceFile[]): ReadonlyMap<string, string> {
  const others = files.filter((file) => file !== main).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return new Map([main, ...others].map(({ name, text }) => [name, text]));
}

async function rejectInvalid(
  { document, openapi }: { readonly document: JsonObject; readonly openapi: '3.0' | '3.1' },
  main: SourceFile,
  files: ReadonlyMap<string, SourceFile>,
): Promise<void> {
  const errors = await findSchemaErrors(adaptForValidator(document), openapi);
  if (errors.length === 0) return;
  const root: Node = { file: main, pointer: '', value: main.value };
  const [first, ...others] = explainErrorsByPart(errors);
  const where = ({ pointer }: ExplainedError) => formatLocation(findNearestNode(files, root, pointer));
  const otherMessages = others.map((other) => `; also ${other.message} (${where(other)})`).join('');
  throw new KitError('spec-invalid', `${first.message}${otherMessages}`, { where: where(first) });
}

/** Returns the node at a pointer into the bundled document, or its nearest ancestor, in the file that contains it. */
function findNearestNode(files: ReadonlyMap<string, SourceFile>, root: Node, pointer: string): Node {
  let node = root;
  for (const key of splitPointer(pointer)) {
    const next = childNode(dereference(files, node), key);
    if (next.value === undefined) return node;
    node = next;
  }
  return node;
}

function readInfo(root: Node, key: string): string {
  const { value } = childNode(childNode(root, 'info'), key);
  return typeof value === 'string' ? value : String(value ?? '');
}

/** Throws `spec-invalid` for duplicate operation ids and for path templates with undeclared parameters. */
function rejectInconsistent(operations: readonly Operation[]): void {
  const seen = new Map<string, Operation>();
  for (const operation of operations) {
    const first = seen.get(operation.id);
    if (first !== undefined) {
      throw invalidOperationError(
        operation,
        `the operationId "${operation.id}" is also used at line ${first.place.line}; it must be unique`,
      );
    }
    seen.set(operation.id, operation);
    rejectUndeclaredPathParameters(operation);
  }
}

function rejectUndeclaredPathParameters(operation: Operation): void {
  const declared = operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
  const templateNames = [...operation.path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
  const missing = templateNames.find((name) => !declared.includes(name));
  if (missing !== undefined) {
    throw invalidOperationError(
      operation,
      `the path contains {${missing}}, but the path parameter "${missing}" is not declared`,
    );
  }
}

function invalidOperationError(operation: Operation, message: string): KitError {
  return new KitError('spec-invalid', message, { where: formatPlace(operation.place) });
}
