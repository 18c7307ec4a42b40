import type { Place } from '../../../spec/model/contract.ts';
import { headerValue } from '../../http/headers.ts';
import { isMediaType } from '../request/parameters/content-type.ts';
import { type Check, reasonForNoBody } from './check.ts';

export const mediaTypeDeclared: Check = {
  id: 'media-type-declared',
  severity: 'error',
  invariant: 'the body has a media type that the contract declares for the status',
  title: 'The media type is not declared',
  why: 'A client chooses its parser by the media type, and fails on a body that it could read. Likely causes: an error page of the framework or a proxy, a handler that writes text without a Content-Type. Write all responses in one place, including errors, with the declared media type.',
  references: 'OpenAPI, Response Object (content); RFC 9110, section 8.3 (Content-Type)',
  frameworkDefaults:
    'Express sends its own errors as text/html, Go http.Error as text/plain, ASP.NET Core validation errors as application/problem+json',
  // A server in front may respond where the contract is silent; only the implementation can
  // say that a record does not exist, or that its state does not allow an action.
  appliesTo: ({ response, declared, expectedState, testCase: { expectation, category } }) =>
    response !== undefined &&
    declared !== undefined &&
    declared.content.length > 0 &&
    (expectation !== 'unspecified' ||
      category === 'unknown-identifiers' ||
      (expectedState?.expects === 'action' && response.status === 409 && declared.status === '409')),
  violations({ response, declared, media, exchange }) {
    if (response === undefined || declared === undefined || media !== undefined) return [];
    if (reasonForNoBody(exchange.request.method, response.status) !== undefined) return [];
    const type = headerValue(response.headers, 'content-type');
    // headers-well-formed reports malformed media types.
    if (type !== undefined && !isMediaType(type)) return [];
    const place: Place = declared.content[0]?.place ?? declared.place;
    return [
      {
        expected: declared.content.map(({ range }) => range).join(' or '),
        received: type === undefined ? 'no Content-Type' : `Content-Type ${JSON.stringify(type)}`,
        responsePart: { in: 'header', name: 'Content-Type' },
        place,
        key: `${declared.status} ${type ?? 'none'}`,
      },
    ];
  },
};
