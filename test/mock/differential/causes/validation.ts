/** Differences in what is valid, and in the status of what is not. */
import type { ResponsePair } from '../compare.ts';
import { type Cause, isRejection, ofKinds, passesInPrism, rejectedByPrism } from './cause.ts';

export const validationCauses: readonly Cause[] = [
  {
    id: 'int64 is exact',
    prismBehavior: 'rejects integers beyond 2^53-1 in bodies and paths (prism#1992, #2418)',
    reason: 'format int64 goes to 2^63-1 (OpenAPI 3.1, 4.4)',
    explains: ofKinds(['an integer beyond 2^53', 'an integer beyond 2^53 in the path'], rejectedByPrism),
  },
  {
    id: 'null, false, 0 and "" are bodies',
    prismBehavior: 'treats them as no body: rejects them where they are valid, accepts them where they are not',
    reason: 'JSON text is any value (RFC 8259, 2), and the schema decides',
    explains: (aspect, pair) =>
      aspect === 'status' &&
      /^a JSON body that is|^(null|an empty text) where it is allowed/.test(pair.probe.kind) &&
      (passesInPrism(pair) || rejectedByPrism(pair)),
  },
  {
    id: 'every parameter is validated',
    prismBehavior:
      'accepts a missing required cookie, a query name in the wrong case, an empty text for a number, parameters with `content`',
    reason:
      '`required`, names and schemas apply to every parameter (OpenAPI 3.1, 4.8.12); query names are case-sensitive',
    explains: (aspect, pair) =>
      aspect === 'status' && / in the query|cookie|query field|header$/.test(pair.probe.kind) && passesInPrism(pair),
  },
  {
    id: 'readOnly properties are validated',
    prismBehavior: 'does not validate readOnly properties',
    reason:
      '`readOnly` says that they need not be sent; a value that is sent still has its type (OpenAPI 3.1, JSON Schema 2020-12, 9.4)',
    explains: ofKinds(['a property of the wrong kind'], passesInPrism),
  },
  {
    id: 'bytes must match their declaration',
    prismBehavior: 'accepts invalid UTF-8, and bodies that are declared as compressed',
    reason: 'JSON between systems is UTF-8 (RFC 8259, 8.1); an unsupported coding is rejected (RFC 9110, 8.4)',
    explains: ofKinds(['invalid UTF-8', 'a compressed body'], passesInPrism),
  },
  {
    id: 'a body must have a media type',
    prismBehavior: 'accepts a body without a media type',
    reason: 'the contract declares schemas by media type; a missing one is not declared',
    explains: ofKinds(['no media type', 'an undeclared media type'], passesInPrism),
  },
  {
    id: 'statuses are declared ones',
    prismBehavior: 'returns 422 where the contract declares no 422, or 415 where it declares 400',
    reason: 'the declared error is used wherever there is one, and 400 is the general client error (RFC 9110, 15.5.1)',
    explains: (aspect, pair) => aspect === 'status' && isUndeclared(pair),
  },
  {
    id: 'what cannot be read is a 400',
    prismBehavior:
      'returns 422 for missing, unreadable and undeclared bodies and preferences, where 400 and 422 are declared',
    reason: '422 is for content that was understood (RFC 9110, 15.5.21)',
    explains: (aspect, { mockResponse, prismResponse }) =>
      aspect === 'status' &&
      mockResponse.status === 400 &&
      prismResponse.status === 422 &&
      !/"code":11\d\d/.test(mockResponse.text),
  },
];

/** Both refuse, and Prism's status is one that the contract does not name. */
function isUndeclared({ probe, mockResponse, prismResponse }: ResponsePair): boolean {
  if (!isRejection(mockResponse) || ![415, 422].includes(prismResponse.status)) return false;
  return probe.operation?.responses.every((one) => one.status !== String(prismResponse.status)) === true;
}
