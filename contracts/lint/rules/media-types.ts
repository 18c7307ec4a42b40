/** Media types, and the encoding of body parts. */
import type { MediaType, Operation } from '../../../spec/model/contract.ts';
import { countChoices, flattenSchema } from '../../../spec/sampling/flatten-schema.ts';
import type { LintRule } from '../lint-rule.ts';

export const mediaTypeNamed: LintRule = {
  id: 'media-type-named',
  severity: 'warning',
  invariant: 'every body that has a schema names its media type',
  title: 'The media type is left open',
  why: '*/* says nothing of how the body is written: clients guess, and only what comes as JSON can be verified. Write application/json, or what it is.',
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
  invariant: 'every content is named by a media type or a range of them',
  title: 'A content is named by no media type',
  why: 'No Content-Type is ever equal to it: every answer breaks the contract, and no request can be sent. Write it as type/subtype, such as application/json; several of them each with a content of its own.',
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
  invariant: 'components, callbacks and webhooks can be read, whether an operation leads to them or not',
  title: 'A part of the document cannot be read',
  why: 'Generators and whoever comes to use it stumble over it; the kit judges nothing by it. Correct it as the contract says here, or take it out.',
  references: 'OpenAPI, Components Object, Callback Object and Schema Object; JSON Schema Validation 2020-12',
  *problems({ componentParts, title: subject }) {
    const reported = new Set<string>();
    for (const { place, reason } of componentParts?.unreadable ?? []) {
      const key = `${place.file} ${reason}`;
      if (!reported.has(key)) yield { subject, place, expected: 'a part that can be read', received: reason };
      reported.add(key);
    }
  },
};

export const encodingUsed: LintRule = {
  id: 'encoding-used',
  severity: 'warning',
  invariant: 'every encoding is one of a property of the form',
  title: 'An encoding is given for a field that the form does not have',
  why: 'Nothing is written by it, and the field that was meant is written in another way than one side expects. Most often one of the two names is misspelt: write the name of the property.',
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
