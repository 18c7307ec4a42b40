import type { MediaType, Operation } from '../../../spec/model/contract.ts';
import type { LintRule } from '../rule.ts';

export const mediaTypeReadable: LintRule = {
  id: 'media-type-readable',
  severity: 'fault',
  holds: 'every content is named by a media type or a range of them',
  title: 'A content is named by no media type',
  why: 'No Content-Type is ever equal to it: every answer breaks the contract, and no request can be sent. Write it as type/subtype, such as application/json; several of them each with a content of its own.',
  restsOn: 'OpenAPI, Response Object and Request Body Object (content); RFC 9110, section 8.3.1 (media type)',
  *problems({ operations }) {
    for (const operation of operations) {
      for (const { range, place } of contentsOf(operation)) {
        if (mediaType.test(range)) continue;
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

const mediaType = /^(?:\*\/\*|[\w!#$&^.+-]+\/(?:\*|[\w!#$&^.+*-]+))$/;

function contentsOf({ parameters, requestBody, responses }: Operation): readonly MediaType[] {
  const headers = responses.flatMap((response) => response.headers);
  const parts = [
    ...parameters,
    ...(requestBody === undefined ? [] : [requestBody]),
    ...responses,
    ...headers,
  ];
  return parts.flatMap(({ content = [] }) => content);
}
