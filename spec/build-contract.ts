/** From the nodes of a valid document to the Contract. */
import { KitError } from '../errors.ts';
import { schemaBuilder } from './build-schema.ts';
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
} from './contract.ts';
import { isJsonArray, isJsonObject } from './exact-json.ts';
import { child, entries, type Files, follow, items, type Node, placeOf, step, whereOf } from './nodes.ts';
import type { Schema } from './schema.ts';

export interface ContractParts {
  readonly servers: readonly Server[];
  readonly operations: readonly Operation[];
  readonly securitySchemes: readonly SecurityScheme[];
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

export function buildContract(files: Files, root: Node, openapi: '3.0' | '3.1'): ContractParts {
  const schemas = schemaBuilder(files, openapi);
  const securitySchemes = entries(child(files, child(files, root, 'components'), 'securitySchemes')).map(
    ([name, node]) => readSecurityScheme(name, follow(files, node)),
  );
  const globalSecurity = step(root, 'security');

  return {
    servers: items(step(root, 'servers')).map(readServer),
    operations: readOperations(),
    securitySchemes,
  };

  function readOperations(): readonly Operation[] {
    const operations = entries(step(root, 'paths')).flatMap(([path, node]) => {
      if (!path.startsWith('/')) return [];
      const item = follow(files, node);
      return entries(item)
        .filter(([method]) => methods.includes(method))
        .map(([method, operation]) =>
          readOperation(path, method.toUpperCase(), follow(files, operation), item),
        );
    });
    if (operations.length === 0) throw new KitError('operations-missing', root.file.name);
    return operations;
  }

  function readOperation(path: string, method: string, node: Node, item: Node): Operation {
    const own = items(step(node, 'parameters')).map((part) => readParameter(follow(files, part)));
    const shared = items(step(item, 'parameters')).map((part) => readParameter(follow(files, part)));
    const isOverridden = (parameter: Parameter) =>
      own.some((other) => other.name === parameter.name && other.in === parameter.in);
    const security = step(node, 'security');
    return {
      id: text(node, 'operationId') ?? `${method} ${path}`,
      method,
      path,
      place: placeOf(node),
      parameters: [...shared.filter((parameter) => !isOverridden(parameter)), ...own].filter(isSent),
      requestBody: readRequestBody(child(files, node, 'requestBody')),
      responses: entries(step(node, 'responses'))
        .filter(([status]) => !status.startsWith('x-'))
        .map(([status, part]) => readResponse(status, follow(files, part))),
      security: readSecurity(security.value === undefined ? globalSecurity : security),
    };
  }

  function readParameter(node: Node): Parameter {
    const where = text(node, 'in');
    if (where !== 'path' && where !== 'query' && where !== 'header' && where !== 'cookie') {
      throw new KitError('spec-invalid', `a parameter is in path, query, header or cookie, not in ${where}`, {
        where: whereOf(node),
      });
    }
    const style = text(node, 'style') ?? (where === 'path' || where === 'header' ? 'simple' : 'form');
    const explode = step(node, 'explode').value;
    return {
      name: text(node, 'name') ?? '',
      in: where,
      required: where === 'path' || step(node, 'required').value === true,
      style,
      explode: typeof explode === 'boolean' ? explode : style === 'form',
      place: placeOf(node),
      schema: readSchema(node),
      content: readContent(node),
      examples: readExamples(node),
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
      description: text(node, 'description') ?? '',
      place: placeOf(node),
      headers: headers.filter((header) => header.name.toLowerCase() !== 'content-type'),
      content: readContent(node),
    };
  }

  function readHeader(name: string, node: Node): Header {
    return {
      name,
      required: step(node, 'required').value === true,
      place: placeOf(node),
      schema: readSchema(node),
    };
  }

  function readContent(node: Node): readonly MediaType[] {
    return entries(step(node, 'content')).map(([name, part]) => {
      const media = follow(files, part);
      const range = name.split(';')[0]?.trim().toLowerCase() ?? name;
      return { range, place: placeOf(part), schema: readSchema(media), examples: readExamples(media) };
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

function readSecurityScheme(name: string, node: Node): SecurityScheme {
  const type = text(node, 'type');
  if (
    type !== 'http' &&
    type !== 'apiKey' &&
    type !== 'oauth2' &&
    type !== 'openIdConnect' &&
    type !== 'mutualTLS'
  ) {
    throw new KitError('spec-invalid', `unknown type of security scheme: ${type}`, { where: whereOf(node) });
  }
  const where = text(node, 'in');
  return {
    name,
    place: placeOf(node),
    type,
    scheme: text(node, 'scheme')?.toLowerCase(),
    in: where === 'header' || where === 'query' || where === 'cookie' ? where : undefined,
    parameterName: text(node, 'name'),
  };
}

function readServer(node: Node): Server {
  const variables = step(node, 'variables');
  const url = (text(node, 'url') ?? '/').replace(/\{([^}]*)\}/g, (_all, name: string) => {
    const value = step(step(variables, name), 'default').value;
    return typeof value === 'string' ? value : name;
  });
  if (!URL.canParse(url, 'http://server.invalid')) {
    throw new KitError('spec-invalid', `"${url}" is not the URL of a server`, {
      where: whereOf(step(node, 'url')),
    });
  }
  const { pathname } = new URL(url, 'http://server.invalid');
  return { url, basePath: pathname.replace(/\/+$/, '') };
}

/** OpenAPI: header parameters with these names are described elsewhere and ignored here. */
function isSent(parameter: Parameter): boolean {
  return (
    parameter.in !== 'header' ||
    !['accept', 'content-type', 'authorization'].includes(parameter.name.toLowerCase())
  );
}

function text(node: Node, key: string): string | undefined {
  const { value } = step(node, key);
  return typeof value === 'string' && isJsonObject(node.value) ? value : undefined;
}
