/** What a request and its answers are made of: parameters, bodies, headers, examples. */
import { KitError } from '../../errors.ts';
import type {
  Example,
  Header,
  MediaType,
  Parameter,
  PartEncoding,
  RequestBody,
  Response,
} from '../model/contract.ts';
import { mediaParameters } from '../model/media-parameters.ts';
import type { Schema } from '../model/schema.ts';
import { entries, type Files, follow, type Node, placeOf, step, textAt, whereOf } from '../refs/nodes.ts';
import type { SchemaBuilder } from './build-schema.ts';
import type { LinkReader } from './read-links.ts';

interface Context {
  readonly files: Files;
  readonly schemas: SchemaBuilder;
  readonly links: LinkReader;
}

/** All of nodes that are no references any more. They throw `spec-invalid`, and as building a schema does. */
export interface MessageReader {
  readParameter(node: Node): Parameter;
  readBody(node: Node): RequestBody;
  readResponse(status: string, node: Node): Response;
  readHeader(name: string, node: Node): Header;
}

export function messageReader({ files, schemas, links }: Context): MessageReader {
  return { readParameter, readBody, readResponse, readHeader };

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

  function readBody(node: Node): RequestBody {
    return {
      required: step(node, 'required').value === true,
      place: placeOf(node),
      content: readContent(node),
    };
  }

  function readResponse(status: string, node: Node): Response {
    return {
      status: status.toUpperCase() === 'DEFAULT' ? 'default' : status.toUpperCase(),
      description: textAt(node, 'description') ?? '',
      place: placeOf(node),
      headers: readHeaders(node),
      content: readContent(node),
      links: links.linksOf(node),
    };
  }

  /** Of an answer or a part of a form; the media type of either is said by others. */
  function readHeaders(node: Node): readonly Header[] {
    return entries(step(node, 'headers'))
      .map(([name, part]) => readHeader(name, follow(files, part)))
      .filter(({ name }) => !isIgnoredInAnswer(name));
  }

  function readHeader(name: string, node: Node): Header {
    return {
      name,
      required: step(node, 'required').value === true,
      place: placeOf(node),
      schema: readSchema(node),
      content: readContent(node),
      examples: readExamples(node),
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
        encoding: readEncoding(step(media, 'encoding'), readHeaders),
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
}

/** How the parts of a form are written. */
function readEncoding(
  node: Node,
  headersOf: (part: Node) => readonly Header[],
): ReadonlyMap<string, PartEncoding> {
  return new Map(
    entries(node).map(([name, part]) => [name, { ...readPart(part), headers: headersOf(part) }] as const),
  );
}

function readPart(node: Node): Omit<PartEncoding, 'headers'> {
  const types = (textAt(node, 'contentType') ?? '').split(',').map((type) => type.trim().toLowerCase());
  const style = textAt(node, 'style') ?? 'form';
  const explode = step(node, 'explode').value;
  return {
    place: placeOf(node),
    types: types.filter((type) => type !== ''),
    style,
    explode: typeof explode === 'boolean' ? explode : style === 'form',
  };
}

/**
 * Whether OpenAPI describes a header of requests elsewhere, and has it ignored where a document declares it: credentials are
 * said by `security`, media types by `content`.
 */
export function isIgnoredInRequest(name: string): boolean {
  return /^(?:accept|content-type|authorization)$/i.test(name);
}

/** The same for headers of answers, whose media types are those of `content`. */
export function isIgnoredInAnswer(name: string): boolean {
  return /^content-type$/i.test(name);
}
