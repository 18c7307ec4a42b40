/** Media types, and the encoding of body parts. */
import type { MediaType, Operation } from '../../../spec/model/contract.ts';
import { countChoices, flattenSchema } from '../../../spec/sampling/flatten-schema.ts';
import type { LintRule } from '../lint-rule.ts';

export const mediaTypeNamed: LintRule = {
  id: 'media-type-named',
  severity: 'warning',
  invariant: 'every body with a schema names its media type',
  title: 'The media type is not specified',
  why: '*/* does not specify the format of the body: clients guess, and only JSON responses can be checked. Write application/json, or the actual type.',
  references: 'OpenAPI, Request Body Object and Response Object (content)',
  *problems({ operations }) {
    for (const { id, requestBody, responses } of operations) {
      for (const { content } of [...(requestBody === undefined ? [] : [requestBody]), ...responses]) {
        const unnamed = content.find(({ range, schema }) => range === '*/*' && schema !== undefined);
        if (unnamed === undefined || isBinaryFile(unnamed.schema)) continue;
        yield { subject: id, place: unnamed.place, expected: 'a media type', received: '*/*' };
      }
    }
  },
};

/** For a body that may be any kind of file, the range is correct. */
function isBinaryFile(schema: { readonly format: string | undefined } | undefined): boolean {
  return schema?.format === 'binary';
}

export const mediaTypeReadable: LintRule = {
  id: 'media-type-readable',
  severity: 'error',
  invariant: 'every content has the name of a media type or a media type range',
  title: 'The name of a content is not a media type',
  why: 'No Content-Type ever matches this name: every response violates the contract, and no request can be sent. Write type/subtype, such as application/json. Declare several types as separate contents.',
  references: 'OpenAPI, Response Object and Request Body Object (content); RFC 9110, section 8.3.1 (media type)',
  *problems({ operations }) {
    for (const operation of operations) {
      for (const { range, place } of collectContents(operation)) {
        if (mediaTypePattern.test(range)) continue;
        const received = `"${range}"`;
        yield {
          subject: operation.id,
          place,
          expected: 'a media type',
          received,
          name: range,
          cause: 'names',
        };
      }
    }
  },
};

const mediaTypePattern = /^(?:\*\/\*|[\w!#$&^.+-]+\/(?:\*|[\w!#$&^.+*-]+))$/;

function collectContents({ parameters, requestBody, responses }: Operation): readonly MediaType[] {
  const headers = responses.flatMap((response) => response.headers);
  const parts = [...parameters, ...(requestBody === undefined ? [] : [requestBody]), ...responses, ...headers];
  return parts.flatMap(({ content = [] }) => content);
}

/** Unreadable parts that an operation uses are rejected when the document is loaded; all others are first read here. */
export const partReadable: LintRule = {
  id: 'part-readable',
  severity: 'error',
  invariant: 'components, callbacks and webhooks are readable, even if no operation uses them',
  title: 'A part of the document cannot be read',
  why: 'Code generators and future users fail on this part; the kit does not use it. Correct it as described here, or remove it.',
  references: 'OpenAPI, Components Object, Callback Object and Schema Object; JSON Schema Validation 2020-12',
  *problems({ componentParts, title: subject }) {
    const reported = new Set<string>();
    for (const { place, reason } of componentParts?.unreadable ?? []) {
      const key = `${place.file} ${reason}`;
      if (!reported.has(key)) yield { subject, place, expected: 'a readable part', received: reason };
      reported.add(key);
    }
  },
};

export const encodingUsed: LintRule = {
  id: 'encoding-used',
  severity: 'warning',
  invariant: 'every encoding has the name of a property of the form',
  title: 'An encoding has the name of no field of the form',
  why: 'The encoding has no effect, and the intended field is encoded in another way than one side expects. Usually one of the two names has a typo: use the name of the property.',
  references: 'OpenAPI, Media Type Object (encoding): the key is the name of a property of the schema',
  *problems({ operations }) {
    for (const { id: subject, requestBody } of operations) {
      for (const media of requestBody?.content ?? []) {
        for (const [name, { place }] of media.encoding ?? []) {
          if (mayHaveProperty(media, name)) continue;
          yield { subject, place, expected: `a property "${name}" of the form`, received: 'none' };
        }
      }
    }
  },
};

function mayHaveProperty({ schema }: MediaType, name: string): boolean {
  if (schema === undefined) return true;
  const choices = Array.from({ length: countChoices(schema) }, (_unused, choice) => flattenSchema(schema, choice));
  return choices.some(
    ({ properties, patternProperties, additionalProperties }) =>
      properties.has(name) ||
      patternProperties.some(({ pattern }) => pattern.test(name)) ||
      additionalProperties?.isSatisfiable === true,
  );
}
