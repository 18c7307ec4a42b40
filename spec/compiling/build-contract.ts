/** From the nodes of a valid document to the Contract. */
import { KitError } from '../../errors.ts';
import type {
  Example,
  Header,
  MediaType,
  Operation,
  Parameter,
  RequestBody,
  Response,
  SecurityRequirement,
  SecurityScheme,
  Server,
  Unsupported,
} from '../contract.ts';
import { isJsonArray } from '../exact-json.ts';
import { mediaParameters } from '../media-parameters.ts';
import {
  child,
  entries,
  type Files,
  follow,
  items,
  type Node,
  placeOf,
  step,
  textAt,
  textsAt,
  whereOf,
} from '../refs/nodes.ts';
import type { Schema } from '../schema.ts';
import { collectUnsupported } from '../unsupported.ts';
import { schemaBuilder } from './build-schema.ts';
import { type OperationNode, operationNodes } from './operation-nodes.ts';
import { readEncoding } from './read-encoding.ts';
import { linkReader } from './read-links.ts';
import { readSecurityScheme } from './read-security.ts';
import { readServers } from './read-servers.ts';

export interface ContractParts {
  readonly servers: readonly Server[];
  readonly operations: readonly Operation[];
  readonly securitySchemes: readonly SecurityScheme[];
  readonly webhooks: readonly string[];
  /** Takes a while for a large document, and not everybody asks. */
  readonly findUnsupported: () => readonly Unsupported[];
}

export function buildContract(files: Files, root: Node, openapi: '3.0' | '3.1'): ContractParts {
  const schemas = schemaBuilder(files, openapi);
  const found = operationNodes(files, root);
  const links = linkReader(files, root, found);
  const securitySchemes = entries(child(files, child(files, root, 'components'), 'securitySchemes')).map(
    ([name, node]) => readSecurityScheme(name, follow(files, node)),
  );
  const globalSecurity = step(root, 'security');

  return {
    servers: readServers(root),
    operations: readOperations(),
    securitySchemes,
    webhooks: entries(step(root, 'webhooks')).map(([name]) => name),
    findUnsupported: () => collectUnsupported({ files, root, openapi, operations: found, links }),
  };

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
    return {
      id,
      method,
      path,
      place: placeOf(node),
      parameters: [...shared.filter((parameter) => !isOverridden(parameter)), ...own].filter(isSent),
      requestBody: readRequestBody(child(files, node, 'requestBody')),
      responses: entries(step(node, 'responses'))
        .filter(([status]) => !status.startsWith('x-'))
        .map(([status, part]) => readResponse(status, follow(files, part))),
      security: readSecurity(security.value === undefined ? globalSecurity : security),
      deprecated: step(node, 'deprecated').value === true,
      openapi,
      servers: readServers(step(node, 'servers').value === undefined ? item : node),
      callbacks: entries(step(node, 'callbacks')).map(([name]) => name),
    };
  }

  function readParameter(node: Node): Parameter {
    const where = textAt(node, 'in');
    if (where !== 'path' && where !== 'query' && where !== 'header' && where !== 'cookie') {
      throw new KitError('spec-invalid', `a parameter is in path, query, header or cookie, not in ${where}`, {
        where: whereOf(node),
      });
    }
    const style = textAt(node, 'style') ?? (where === 'path' || where === 'header' ? 'simple' : 'form');
    const explode = step(node, 'explode').value;
    return {
      name: textAt(node, 'name') ?? '',
      in: where,
      required: where === 'path' || step(node, 'required').value === true,
      style,
      explode: typeof explode === 'boolean' ? explode : style === 'form',
      place: placeOf(node),
      schema: readSchema(node),
      content: readContent(node),
      examples: readExamples(node),
      deprecated: step(node, 'deprecated').value === true,
      ...(where === 'query' && step(node, 'allowEmptyValue').value === true && { allowsEmpty: true }),
    };
  }

  function readRequestBody(node: Node): RequestBody | undefined {
    if (node.value === undefined) return undefined;
    return {
      required: step(node, 'required').value === true,
      place: placeOf(node),
      content: readContent(node),
    };
  }

  function readResponse(status: string, node: Node): Response {
    const headers = entries(step(node, 'headers')).map(([name, part]) =>
      readHeader(name, follow(files, part)),
    );
    return {
      status: status.toUpperCase() === 'DEFAULT' ? 'default' : status.toUpperCase(),
      description: textAt(node, 'description') ?? '',
      place: placeOf(node),
      headers: headers.filter((header) => header.name.toLowerCase() !== 'content-type'),
      content: readContent(node),
      links: links.linksOf(node),
    };
  }

  function readHeader(name: string, node: Node): Header {
    return {
      name,
      required: step(node, 'required').value === true,
      place: placeOf(node),
      schema: readSchema(node),
      content: readContent(node),
      ...(step(node, 'explode').value === true && { explode: true }),
    };
  }

  function readContent(node: Node): readonly MediaType[] {
    return entries(step(node, 'content')).map(([name, part]) => {
      const media = follow(files, part);
      const range = name.split(';')[0]?.trim().toLowerCase() ?? name;
      return {
        range,
        parameters: mediaParameters(name),
        place: placeOf(part),
        schema: readSchema(media),
        examples: readExamples(media),
        encoding: readEncoding(step(media, 'encoding')),
      };
    });
  }

  function readSchema(node: Node): Schema | undefined {
    const schema = step(node, 'schema');
    return schema.value === undefined ? undefined : schemas.build(schema);
  }

  function readExamples(node: Node): readonly Example[] {
    const single = step(node, 'example');
    const named = entries(step(node, 'examples')).map(([name, part]) => {
      const value = step(follow(files, part), 'value');
      return value.value === undefined ? undefined : { name, value: value.value, place: placeOf(value) };
    });
    const own =
      single.value === undefined ? [] : [{ name: 'example', value: single.value, place: placeOf(single) }];
    return [...own, ...named.filter((example) => example !== undefined)];
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

/** OpenAPI: header parameters with these names are described elsewhere and ignored here. */
function isSent(parameter: Parameter): boolean {
  return (
    parameter.in !== 'header' ||
    !['accept', 'content-type', 'authorization'].includes(parameter.name.toLowerCase())
  );
}
