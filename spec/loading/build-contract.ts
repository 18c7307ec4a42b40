/** Builds the Contract from the nodes of a valid document. */
import { createErrorCollector, KitError, splitError } from '../../errors.ts';
import { createSchemaBuilder } from '../compiling/build-schema.ts';
import { findOperations, findOutgoingCalls, type OperationNode, templateNames } from '../compiling/operation-nodes.ts';
import { createLinkReader } from '../compiling/read-links.ts';
import { createMessageReader, isIgnoredRequestHeader } from '../compiling/read-messages.ts';
import { readSecurityScheme } from '../compiling/read-security.ts';
import { readServers } from '../compiling/read-servers.ts';
import { isJsonArray } from '../json/exact-json.ts';
import type {
  ComponentParts,
  Operation,
  OutgoingCall,
  Parameter,
  RequestBody,
  Response,
  SecurityRequirement,
  SecurityScheme,
  Server,
  UnreadablePart,
  Unsupported,
} from '../model/contract.ts';
import {
  childNode,
  dereference,
  entries,
  type Files,
  formatLocation,
  items,
  type Node,
  resolvedChild,
  stringsAt,
  toPlace,
} from '../refs/nodes.ts';
import { readAllParts } from '../source/read-all-parts.ts';
import { findInvalidExamples } from '../unsupported/invalid-examples.ts';
import { collectUnsupported } from '../unsupported/unsupported.ts';
import { rejectInconsistent } from './reject-inconsistent.ts';

export interface ContractParts {
  readonly servers: readonly Server[];
  readonly operations: readonly Operation[];
  readonly securitySchemes: readonly SecurityScheme[];
  /** Computed on demand: these are slow for a large document, and not every caller needs them. */
  readonly findOutgoingCalls: () => readonly OutgoingCall[];
  readonly findUnsupported: () => readonly Unsupported[];
  readonly readComponentParts: () => ComponentParts;
}

interface BuildOptions {
  readonly openapi: '3.0' | '3.1';
  /** Accepts a document without operations. */
  readonly acceptsEmpty: boolean;
  /** Lists invalid examples as unsupported: where they are not findings. */
  readonly listsExamples: boolean;
}

export function buildContract(
  files: Files,
  root: Node,
  { openapi, acceptsEmpty, listsExamples }: BuildOptions,
): ContractParts {
  const schemas = createSchemaBuilder(files, openapi);
  const foundOperations = findOperations(files, root);
  const links = createLinkReader(files, root, foundOperations);
  const { readParameter, readBody, readResponse, readHeader } = createMessageReader({
    files,
    schemas,
    links,
  });
  const components = (kind: string) => entries(resolvedChild(files, resolvedChild(files, root, 'components'), kind));
  const securitySchemes = readAllParts(components('securitySchemes'), ([name, node]) =>
    readSecurityScheme(name, dereference(files, node)),
  );
  const globalSecurity = childNode(root, 'security');
  const operations = readOperations();

  return {
    servers: readServers(root),
    operations,
    securitySchemes,
    findOutgoingCalls: () =>
      findOutgoingCalls(files, root, foundOperations).map(({ node, ...call }) => ({
        ...call,
        operation: readOperation(node),
      })),
    findUnsupported: () =>
      collectUnsupported(
        { files, root, openapi, operations: foundOperations, links },
        listsExamples ? findInvalidExamples(operations) : [],
      ),
    readComponentParts,
  };

  function readComponentParts(): ComponentParts {
    const { readAll, unreadable } = createTolerantReader();
    const read = <T>(kind: string, readOne: (node: Node, name: string) => T) =>
      readAll(components(kind), ([name, node]) => readOne(dereference(files, node), name));
    return {
      operations: readAll(
        findOutgoingCalls(files, root, foundOperations).map(({ node }) => [node.id, node.node, node] as const),
        ([, , readOne]) => readOperation(readOne),
      ),
      parameters: read('parameters', readParameter),
      headers: read('headers', (node, name) => readHeader(name, node)),
      requestBodies: read('requestBodies', readBody),
      responses: read('responses', (node, name) => readResponse(name, node)),
      schemas: readAll(components('schemas'), ([, node]) => schemas.build(node)),
      unreadable,
    };
  }

  function readOperations(): readonly Operation[] {
    if (foundOperations.length === 0 && !acceptsEmpty) throw new KitError('operations-missing', root.file.name);
    const { attempt, throwErrors } = createErrorCollector();
    const readable: Operation[] = [];
    attempt(() => readServers(root));
    attempt(() => readAllParts(foundOperations, (found) => readable.push(readOperation(found))));
    attempt(() => rejectInconsistent(readable));
    throwErrors();
    return readable;
  }

  function readOperation({ id, path, method, node, pathItem }: OperationNode): Operation {
    const { attempt, throwErrors } = createErrorCollector();
    const readParameters = (container: Node) =>
      attempt(() =>
        readAllParts(items(childNode(container, 'parameters')), (part) => readParameter(dereference(files, part))),
      ) ?? [];
    const [ownParameters, sharedParameters] = [readParameters(node), readParameters(pathItem)];
    const isOverridden = (parameter: Parameter) =>
      ownParameters.some((other) => other.name === parameter.name && other.in === parameter.in);
    const parameters = [...sharedParameters.filter((parameter) => !isOverridden(parameter)), ...ownParameters];
    const unplaced = parameters.filter((parameter) => isUnplaced(parameter, path));
    const authorizationParameter = parameters.find(isAuthorization);
    const security = childNode(node, 'security');
    const texts = ['summary', 'description']
      .map((name) => childNode(node, name).value)
      .filter((text) => typeof text === 'string');
    const operation = {
      id,
      method,
      path,
      place: toPlace(node),
      parameters: parameters.filter((parameter) => isSentParameter(parameter) && !unplaced.includes(parameter)),
      ...(authorizationParameter !== undefined && { authorizationParameter }),
      ...(unplaced.length > 0 && { unplacedParameters: unplaced }),
      requestBody: attempt(() => readRequestBody(node)),
      responses: attempt(() => readResponses(node)) ?? [],
      security: attempt(() => readSecurity(security.value === undefined ? globalSecurity : security)) ?? [],
      ...(texts.length > 0 && { description: joinSentences(texts) }),
      deprecated: childNode(node, 'deprecated').value === true,
      tags: stringsAt(childNode(node, 'tags')),
      openapi,
      servers: attempt(() => readServers(childNode(node, 'servers').value === undefined ? pathItem : node)) ?? [],
    };
    throwErrors();
    return operation;
  }

  function readRequestBody(operation: Node): RequestBody | undefined {
    const body = resolvedChild(files, operation, 'requestBody');
    return body.value === undefined ? undefined : readBody(body);
  }

  function readResponses(operation: Node): readonly Response[] {
    const responses = entries(childNode(operation, 'responses')).filter(([status]) => !status.startsWith('x-'));
    return readAllParts(responses, ([status, part]) => readResponse(status, dereference(files, part)));
  }

  function readSecurity(node: Node): readonly SecurityRequirement[] {
    if (!isJsonArray(node.value)) return [];
    return readAllParts(items(node), (part) => ({
      place: toPlace(part),
      scopes: new Map(entries(part).map(([name, scopes]) => [name, stringsAt(scopes)] as const)),
      schemes: readAllParts(entries(part), ([name, at]) => {
        const scheme = securitySchemes.find((candidate) => candidate.name === name);
        if (scheme !== undefined) return scheme;
        throw new KitError('spec-invalid', `"${name}" is not declared in components/securitySchemes`, {
          where: formatLocation(at),
        });
      }),
    }));
  }
}

function isAuthorization({ in: location, name }: Parameter): boolean {
  return location === 'header' && name.toLowerCase() === 'authorization';
}

function isSentParameter({ in: location, name }: Parameter): boolean {
  return location !== 'header' || !isIgnoredRequestHeader(name);
}

/** Callbacks have an expression in place of a path. */
function isUnplaced({ in: location, name }: Parameter, path: string): boolean {
  return location === 'path' && path.startsWith('/') && !templateNames(path).has(name);
}

/** A named part, with any other values needed to read it. */
type NamedNode = readonly [name: string, node: Node, ...more: readonly unknown[]];

interface TolerantReader {
  /** In input order; parts that cannot be read are added to `unreadable`. */
  readAll<From extends NamedNode, To>(parts: readonly From[], read: (part: From) => To): readonly To[];
  readonly unreadable: readonly UnreadablePart[];
}

function createTolerantReader(): TolerantReader {
  const unreadable: UnreadablePart[] = [];
  return {
    unreadable,
    readAll: (parts, read) =>
      parts.flatMap((part) => {
        try {
          return [read(part)];
        } catch (error) {
          if (!(error instanceof KitError)) throw error;
          const [first = error] = splitError(error);
          unreadable.push(toUnreadablePart(first, part[1]));
          return [];
        }
      }),
  };
}

/** Points at the line of the error, which may be within the part or in what it refers to. */
function toUnreadablePart({ detail, where: location = '' }: KitError, node: Node): UnreadablePart {
  const place = toPlace(node);
  const [, file = place.file, line = place.line] = /^(.*):(\d+)$/s.exec(location) ?? [];
  return { place: { file, pointer: place.pointer, line: Number(line) }, reason: detail };
}

/** A summary usually has no full stop, without which its last words would belong to the first sentence after it. */
function joinSentences(texts: readonly string[]): string {
  return texts
    .map((text, index) => (index === texts.length - 1 ? text : text.replace(/(?<=[^\s.!?:;])\s*$/, '.')))
    .join(' ');
}
