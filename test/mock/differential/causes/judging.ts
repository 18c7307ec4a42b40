/** Differences in what is valid, and in the status of what is not. */
import type { Pair } from '../compare.ts';
import { type Cause, isRefusal, ofKinds, passesInPrism, refusedByPrism } from './cause.ts';

export const judgingCauses: readonly Cause[] = [
  {
    id: 'int64 is exact',
    prism: 'refuses integers beyond 2^53-1 in bodies and paths (prism#1992, #2418)',
    why: 'format int64 goes to 2^63-1 (OpenAPI 3.1, 4.4)',
    explains: ofKinds(['an integer beyond 2^53', 'an integer beyond 2^53 in the path'], refusedByPrism),
  },
  {
    id: 'null, false, 0 and "" are bodies',
    prism: 'takes them for no body at all: refuses them where they are valid, passes them where they are not',
    why: 'JSON text is any value (RFC 8259, 2), and the schema decides',
    explains: (aspect, pair) =>
      aspect === 'status' &&
      /^a JSON body that is|^(null|an empty text) where it is allowed/.test(pair.probe.kind) &&
      (passesInPrism(pair) || refusedByPrism(pair)),
  },
  {
    id: 'every parameter is judged',
    prism:
      'passes a missing required cookie, a query name in the wrong case, an empty text for a number, parameters with `content`',
    why: '`required`, names and schemas count for every parameter (OpenAPI 3.1, 4.8.12); query names are case-sensitive',
    explains: (aspect, pair) =>
      aspect === 'status' &&
      / in the query|cookie|query field|header$/.test(pair.probe.kind) &&
      passesInPrism(pair),
  },
  {
    id: 'readOnly properties are judged',
    prism: 'leaves properties that are readOnly out of what it judges',
    why: '`readOnly` says that they need not be sent; what is sent still has its type (OpenAPI 3.1, JSON Schema 2020-12, 9.4)',
    explains: ofKinds(['a property of the wrong kind'], passesInPrism),
  },
  {
    id: 'bytes are what they are declared to be',
    prism: 'takes invalid UTF-8, and bodies that say they are compressed',
    why: 'JSON between systems is UTF-8 (RFC 8259, 8.1); a coding that is not supported is refused (RFC 9110, 8.4)',
    explains: ofKinds(['invalid UTF-8', 'a compressed body'], passesInPrism),
  },
  {
    id: 'a body says what it is',
    prism: 'passes a body without a media type',
    why: 'the contract declares schemas by media type; one that is not named is not declared',
    explains: ofKinds(['no media type', 'an undeclared media type'], passesInPrism),
  },
  {
    id: 'a status that the contract has',
    prism: 'answers 422 where the contract declares no 422, or 415 where it declares 400',
    why: 'the shape declared for errors is used wherever there is one, and 400 is the general client error (RFC 9110, 15.5.1)',
    explains: (aspect, pair) => aspect === 'status' && isUndeclared(pair),
  },
  {
    id: 'what cannot be read is a 400',
    prism:
      'answers 422 for missing, unreadable and undeclared bodies and wishes, where 400 and 422 are declared',
    why: '422 is for content that was understood (RFC 9110, 15.5.21)',
    explains: (aspect, { ours, prisms }) =>
      aspect === 'status' && ours.status === 400 && prisms.status === 422 && !/"code":11\d\d/.test(ours.text),
  },
];

/** Both refuse, and Prism's status is one that the contract does not name. */
function isUndeclared({ probe, ours, prisms }: Pair): boolean {
  if (!isRefusal(ours) || ![415, 422].includes(prisms.status)) return false;
  return probe.operation?.responses.every((one) => one.status !== String(prisms.status)) === true;
}
