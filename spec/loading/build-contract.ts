/** From the nodes of a valid document to the Contract. */
import { KitError } from '../../errors.ts';
import { schemaBuilder } from '../compiling/build-schema.ts';
import { callsIn, type OperationNode, operationNodes } from '../compiling/operation-nodes.ts';
import { linkReader } from '../compiling/read-links.ts';
import { isIgnoredInRequest, messageReader } from '../compiling/read-messages.ts';
import { readSecurityScheme } from '../compiling/read-security.ts';
import { readServers } from '../compiling/read-servers.ts';
import { isJsonArray } from '../json/exact-json.ts';
import type {
  Aside,
  Call,
  Operation,
  Parameter,
  SecurityRequirement,
  SecurityScheme,
  Server,
  Unreadable,
  Unsupported,
} from '../model/contract.ts';
import {
  child,
  entries,
  type Files,
  follow,
  items,
  type Node,
  placeOf,
  step,
  textsAt,
  whereOf,
} from '../refs/nodes.ts';
import { collectUnsupported } from '../unsupported/unsupported.ts';

export interface ContractParts {
  readonly servers: readonly Server[];
  readonly operations: readonly Operation[];
  readonly securitySchemes: readonly SecurityScheme[];
  /** These take a while for a large document, and not everybody asks. */
  readonly findCalls: () => readonly Call[];
  readonly findUnsupported: () => readonly Unsupported[];
  readonly readAside: () => Aside;
}

export function buildContract(files: Files, root: Node, openapi: '3.0' | '3.1'): ContractParts {
  const schemas = schemaBuilder(files, openapi);
  const found = operationNodes(files, root);
  const links = linkReader(files, root, found);
  const { readParameter, readBody, readResponse, readHeader } = messageReader({ files, schemas, links });
  const components = (kind: string) => entries(child(files, child(files, root, 'components'), kind));
  const securitySchemes = components('securitySchemes').map(([name, node]) =>
    readSecurityScheme(name, follow(files, node)),
  );
  const globalSecurity = step(root, 'security');

  return {
    servers: readServers(root),
    operations: readOperations(),
    securitySchemes,
    findCalls: () =>
      callsIn(files, root, found).map(({ node, ...call }) => ({ ...call, operation: readOperation(node) })),
    findUnsupported: () => collectUnsupported({ files, root, openapi, operations: found, links }),
    readAside,
  };

  function readAside(): Aside {
    const { all, unreadable } = readingAll();
    const read = <T>(kind: string, one: (node: Node, name: string) => T) =>
      all(components(kind), ([name, node]) => one(follow(files, node), name));
    return {
      operations: all(
        callsIn(files, root, found).map(({ node }) => [node.id, node.node, node] as const),
        ([, , one]) => readOperation(one),
      ),
      parameters: read('parameters', readParameter),
      headers: read('headers', (node, name) => readHeader(name, node)),
      requestBodies: read('requestBodies', readBody),
      responses: read('responses', (node, name) => readResponse(name, node)),
      schemas: all(components('schemas'), ([, node]) => schemas.build(node)),
      unreadable,
    };
  }

  function readOperations(): readonly Operation[] {
    if (found.length === 0) throw new KitError('operations-missing', root.file.name);
    return found.map(readOperation);
  }

  function readOperation({ id, path, method, node, item }: OperationNode): Operation {
    const own = items(step(node, 'parameters')).map((part) => readParameter(follow(files, part)));
    const shared = items(step(item, 'parameters')).map((part) => readParameter(follow(files, part)));
    const isOverridden = (parameter: Parameter) =>
      own.some((other) => other.name === parameter.name && other.in === parameter.in);
    const security = step(node, 'security');
    const body = child(files, node, 'requestBody');
    return {
      id,
      method,
      path,
      place: placeOf(node),
      parameters: [...shared.filter((parameter) => !isOverridden(parameter)), ...own].filter(isSent),
      requestBody: body.value === undefined ? undefined : readBody(body),
      responses: entries(step(node, 'responses'))
        .filter(([status]) => !status.startsWith('x-'))
        .map(([status, part]) => readResponse(status, follow(files, part))),
      security: readSecurity(security.value === undefined ? globalSecurity : security),
      deprecated: step(node, 'deprecated').value === true,
      openapi,
      servers: readServers(step(node, 'servers').value === undefined ? item : node),
    };
  }

  function readSecurity(node: Node): readonly SecurityRequirement[] {
    if (!isJsonArray(node.value)) return [];
    return items(node).map((part) => ({
      place: placeOf(part),
      scopes: new Map(entries(part).map(([name, scopes]) => [name, textsAt(scopes)] as const)),
      schemes: entries(part).map(([name, at]) => {
        const scheme = securitySchemes.find((candidate) => candidate.name === name);
        if (scheme !== undefined) return scheme;
        throw new KitError('spec-invalid', `"${name}" is not one of components/securitySchemes`, {
          where: whereOf(at),
        });
      }),
    }));
  }
}

function isSent({ in: where, name }: Parameter): boolean {
  return where !== 'header' || !isIgnoredInRequest(name);
}

/** A part with its name, and whatever else it takes to read it. */
type Named = readonly [name: string, node: Node, ...more: readonly unknown[]];

interface ReadingAll {
  /** In the order given; those that cannot be read go to `unreadable`. */
  all<From extends Named, To>(parts: readonly From[], read: (part: From) => To): readonly To[];
  readonly unreadable: readonly Unreadable[];
}

function readingAll(): ReadingAll {
  const unreadable: Unreadable[] = [];
  return {
    unreadable,
    all: (parts, read) =>
      parts.flatMap((part) => {
        try {
          return [read(part)];
        } catch (error) {
          if (!(error instanceof KitError)) throw error;
          unreadable.push(unreadableBy(error, part[1]));
          return [];
        }
      }),
  };
}

/** At the line that is to blame, which may lie within the part or where it refers to. */
function unreadableBy({ detail, where = '' }: KitError, node: Node): Unreadable {
  const place = placeOf(node);
  const [, file = place.file, line = place.line] = /^(.*):(\d+)$/s.exec(where) ?? [];
  return { place: { file, pointer: place.pointer, line: Number(line) }, reason: detail };
}
