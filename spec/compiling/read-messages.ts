/** Reads the parts of requests and responses: parameters, bodies, headers, examples. */
import { createErrorCollector, KitError } from '../../errors.ts';
import type { Example, Header, MediaType, Parameter, PartEncoding, RequestBody, Response } from '../model/contract.ts';
import { mediaTypeEssence, normalizeMediaParameters } from '../model/media-parameters.ts';
import type { Schema } from '../model/schema.ts';
import {
  childNode,
  dereference,
  entries,
  type Files,
  formatLocation,
  type Node,
  stringAt,
  toPlace,
} from '../refs/nodes.ts';
import { readAllParts } from '../source/read-all-parts.ts';
import type { SchemaBuilder } from './build-schema.ts';
import type { LinkReader } from './read-links.ts';

/** The key under which a document that was converted from OpenAPI 3.2 has `itemSchema`. */
export const itemSchemaKey = 'x-plant-store-item-schema';

interface MessageContext {
  readonly files: Files;
  readonly schemas: SchemaBuilder;
  readonly links: LinkReader;
}

/** Expects dereferenced nodes. Throws `spec-invalid`, and the errors of building a schema. */
export interface MessageReader {
  readParameter(node: Node): Parameter;
  readBody(node: Node): RequestBody;
  readResponse(status: string, node: Node): Response;
  readHeader(name: string, node: Node): Header;
}

export function createMessageReader({ files, schemas, links }: MessageContext): MessageReader {
  return { readParameter, readBody, readResponse, readHeader };

  function readParameter(node: Node): Parameter {
    const location = stringAt(node, 'in');
    if (location !== 'path' && location !== 'query' && location !== 'header' && location !== 'cookie') {
      throw new KitError(
        'spec-invalid',
        `the location of a parameter must be path, query, header or cookie, not ${location}`,
        {
          where: formatLocation(node),
        },
      );
    }
    if (stringAt(node, 'name') === undefined)
      throw new KitError('spec-invalid', 'a parameter must have a name', { where: formatLocation(node) });
    const style = stringAt(node, 'style') ?? (location === 'path' || location === 'header' ? 'simple' : 'form');
    const explode = childNode(node, 'explode').value;
    const description = stringAt(node, 'description');
    return {
      name: stringAt(node, 'name') ?? '',
      in: location,
      required: location === 'path' || childNode(node, 'required').value === true,
      style,
      explode: typeof explode === 'boolean' ? explode : style === 'form',
      place: toPlace(node),
      schema: readSchema(node),
      content: readContent(node),
      examples: readExamples(node),
      deprecated: childNode(node, 'deprecated').value === true,
      ...(description !== undefined && { description }),
      ...(location === 'query' && childNode(node, 'allowEmptyValue').value === true && { allowsEmptyValue: true }),
    };
  }

  function readBody(node: Node): RequestBody {
    return {
      required: childNode(node, 'required').value === true,
      place: toPlace(node),
      content: readContent(node),
    };
  }

  function readResponse(status: string, node: Node): Response {
    const { attempt, throwErrors } = createErrorCollector();
    const response = {
      status: status.toUpperCase() === 'DEFAULT' ? 'default' : status.toUpperCase(),
      description: stringAt(node, 'description') ?? '',
      place: toPlace(node),
      headers: attempt(() => readHeaders(node)) ?? [],
      content: attempt(() => readContent(node)) ?? [],
      links: attempt(() => links.readLinks(node)) ?? [],
    };
    throwErrors();
    return response;
  }

  /** Headers of a response or of a part of a form, without Content-Type, which other fields declare. */
  function readHeaders(node: Node): readonly Header[] {
    return readAllParts(entries(childNode(node, 'headers')), ([name, part]) =>
      readHeader(name, dereference(files, part)),
    ).filter(({ name }) => !isIgnoredResponseHeader(name));
  }

  function readHeader(name: string, node: Node): Header {
    const description = childNode(node, 'description').value;
    return {
      name,
      required: childNode(node, 'required').value === true,
      place: toPlace(node),
      schema: readSchema(node),
      content: readContent(node),
      examples: readExamples(node),
      ...(childNode(node, 'explode').value === true && { explode: true }),
      ...(typeof description === 'string' && { description }),
    };
  }

  function readContent(node: Node): readonly MediaType[] {
    return readAllParts(entries(childNode(node, 'content')), ([name, part]) => {
      const media = dereference(files, part);
      const range = mediaTypeEssence(name);
      return {
        range,
        parameters: normalizeMediaParameters(name),
        place: toPlace(part),
        schema: readSchema(media),
        ...readItemSchema(media),
        examples: readExamples(media),
        encoding: readEncoding(childNode(media, 'encoding'), readHeaders),
      };
    });
  }

  function readSchema(node: Node): Schema | undefined {
    const schema = childNode(node, 'schema');
    return schema.value === undefined ? undefined : schemas.build(schema);
  }

  function readItemSchema(node: Node): Pick<MediaType, 'itemSchema'> {
    const schema = childNode(node, itemSchemaKey);
    return schema.value === undefined ? {} : { itemSchema: schemas.build(schema) };
  }

  function readExamples(node: Node): readonly Example[] {
    const single = childNode(node, 'example');
    const named = entries(childNode(node, 'examples')).map(([name, part]) => {
      const value = childNode(dereference(files, part), 'value');
      return value.value === undefined ? undefined : { name, value: value.value, place: toPlace(value) };
    });
    const singleExample =
      single.value === undefined ? [] : [{ name: 'example', value: single.value, place: toPlace(single) }];
    return [...singleExample, ...named.filter((example) => example !== undefined)];
  }
}

/** Reads the encoding of the parts of a form. */
function readEncoding(
  node: Node,
  readPartHeaders: (part: Node) => readonly Header[],
): ReadonlyMap<string, PartEncoding> {
  return new Map(
    entries(node).map(([name, part]) => [name, { ...readPartEncoding(part), headers: readPartHeaders(part) }] as const),
  );
}

function readPartEncoding(node: Node): Omit<PartEncoding, 'headers'> {
  const types = (stringAt(node, 'contentType') ?? '').split(',').map((type) => type.trim().toLowerCase());
  const style = stringAt(node, 'style') ?? 'form';
  const explode = childNode(node, 'explode').value;
  return {
    place: toPlace(node),
    types: types.filter((type) => type !== ''),
    style,
    explode: typeof explode === 'boolean' ? explode : style === 'form',
  };
}

/**
 * Whether a declared request header is ignored: OpenAPI describes it by another field (`security` declares credentials,
 * `content` declares media types), or HTTP itself defines how the message is sent (RFC 9110, sections 7.6.1 and 8.4), so
 * that a client sets the true value, and a generated one would lie about the message.
 */
export function isIgnoredRequestHeader(name: string): boolean {
  return /^(?:accept|content-type|authorization)$/i.test(name) || messageHeaders.has(name.toLowerCase());
}

const messageHeaders: ReadonlySet<string> = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Like `isIgnoredRequestHeader`, for response headers; `content` declares the media types. */
export function isIgnoredResponseHeader(name: string): boolean {
  return /^content-type$/i.test(name);
}
