/** The door of this layer: reads an OpenAPI document, refuses an invalid one with its place, and makes the Contract. */
import { createHash } from 'node:crypto';
import { KitError } from '../../errors.ts';
import type { JsonObject } from '../json/exact-json.ts';
import { splitPointer } from '../json/pointer.ts';
import { type Contract, formatPlace, type Operation } from '../model/contract.ts';
import { bundle } from '../refs/bundle.ts';
import { follow, type Node, placeOf, step, whereOf } from '../refs/nodes.ts';
import { brokenRefs, refsIn } from '../refs/refs.ts';
import { parseSource, readSource, sourceUrl } from '../source/source.ts';
import type { SourceFile } from '../source/source-file.ts';
import { buildContract } from './build-contract.ts';
import { refuseIncomplete, schemaErrorsIn, versionOf } from './document.ts';
import { forPackagedSchemas } from './packaged-schemas.ts';
import { type ExplainedError, explainApart } from './spec-errors.ts';

/** `source` is a path, an http(s) URL or `git:REF:path`. Throws a KitError that names file and line. */
export async function loadContract(source: string): Promise<Contract> {
  const url = await sourceUrl(source);
  return readContract(url, await readSource(url));
}

/** From a text at hand; relative references start from `url`. Throws as `loadContract` does. */
export async function readContract(url: string, text: string): Promise<Contract> {
  const main = parseSource(url, text);
  const openapi = versionOf(main);
  refuseIncomplete(main, openapi);
  const files = new Map([[url, main]]);
  const document = await bundle(main, files);
  const broken = brokenRefs([...files.values()].flatMap(refsIn), files);
  if (broken !== undefined) throw broken;
  await refuseInvalid({ document, openapi }, main, files);
  const root: Node = { file: main, pointer: '', value: main.value };
  const { findUnsupported, findCalls, readAside, ...parts } = buildContract(files, root, openapi);
  let calls: Contract['calls'];
  let unsupported: Contract['unsupported'];
  let aside: Contract['aside'];
  refuseInconsistent(parts.operations);
  return {
    file: main.name,
    sha256: createHash('sha256').update(main.text).digest('hex'),
    openapi,
    title: infoText(root, 'title'),
    version: infoText(root, 'version'),
    place: placeOf(root),
    document,
    sources: sourcesOf(main, [...files.values()]),
    ...parts,
    get calls() {
      calls ??= findCalls();
      return calls;
    },
    get unsupported() {
      unsupported ??= findUnsupported();
      return unsupported;
    },
    get aside() {
      aside ??= readAside();
      return aside;
    },
  };
}

/** The document first. The others come in the order in which they were read, which is another one each time. */
function sourcesOf(main: SourceFile, files: readonly SourceFile[]): ReadonlyMap<string, string> {
  const others = files.filter((file) => file !== main).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return new Map([main, ...others].map(({ name, text }) => [name, text]));
}

async function refuseInvalid(
  { document, openapi }: { readonly document: JsonObject; readonly openapi: '3.0' | '3.1' },
  main: SourceFile,
  files: ReadonlyMap<string, SourceFile>,
): Promise<void> {
  const errors = await schemaErrorsIn(forPackagedSchemas(document), openapi);
  if (errors.length === 0) return;
  const root: Node = { file: main, pointer: '', value: main.value };
  const [first, ...others] = explainApart(errors);
  const where = ({ pointer }: ExplainedError) => whereOf(nearest(files, root, pointer));
  const also = others.map((other) => `; also ${other.message} (${where(other)})`).join('');
  throw new KitError('spec-invalid', `${first.message}${also}`, { where: where(first) });
}

/** The node at a pointer into the bundled document, or the nearest around it, in the file where it was written. */
function nearest(files: ReadonlyMap<string, SourceFile>, root: Node, pointer: string): Node {
  let node = root;
  for (const key of splitPointer(pointer)) {
    const next = step(follow(files, node), key);
    if (next.value === undefined) return node;
    node = next;
  }
  return node;
}

function infoText(root: Node, key: string): string {
  const { value } = step(step(root, 'info'), key);
  return typeof value === 'string' ? value : String(value ?? '');
}

/** Throws `spec-invalid` for operation ids used twice and for path templates whose parameters are not declared. */
function refuseInconsistent(operations: readonly Operation[]): void {
  const seen = new Map<string, Operation>();
  for (const operation of operations) {
    const first = seen.get(operation.id);
    if (first !== undefined) {
      throw invalid(
        operation,
        `the operationId "${operation.id}" is also at line ${first.place.line}; it must be unique`,
      );
    }
    seen.set(operation.id, operation);
    refuseUndeclaredPathParameters(operation);
  }
}

function refuseUndeclaredPathParameters(operation: Operation): void {
  const declared = operation.parameters
    .filter((parameter) => parameter.in === 'path')
    .map(({ name }) => name);
  const named = [...operation.path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
  const missing = named.find((name) => !declared.includes(name));
  if (missing !== undefined) {
    throw invalid(operation, `the path has {${missing}}, but no path parameter "${missing}" is declared`);
  }
}

function invalid(operation: Operation, message: string): KitError {
  return new KitError('spec-invalid', message, { where: formatPlace(operation.place) });
}
