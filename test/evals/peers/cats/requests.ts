/** Fuzzers of whole requests. */
import {
  coveredBy,
  missing,
  notAdopted,
  type PeerGroup,
  peerTest,
  rejected,
  survived,
  withDifference,
} from '../peer.ts';

export const requestGroups: readonly PeerGroup[] = [
  {
    title: 'Bodies',
    tests: [
      peerTest(
        'HappyPath',
        'a valid request with all properties',
        coveredBy(['valid-accepted', 'status-declared', 'body-matches-schema'], 'createOrder/valid-bodies/full'),
      ),
      peerTest('EmptyBody', 'no bytes', rejected('createOrder/malformed-bodies/empty')),
      peerTest('EmptyJsonBody', '`{}`', rejected('createOrder/wrong-shapes/an-empty-object')),
      peerTest('EmptyJsonArrayBody', '`[]`', rejected('createOrder/wrong-shapes/an-empty-array')),
      peerTest('NullBody', '`null`', rejected('createOrder/wrong-shapes/null')),
      peerTest('NullUnicodeBody', 'the character U+0000', rejected('createOrder/malformed-bodies/nul-alone')),
      peerTest('NullUnicodeSymbolBody', 'the character U+2400', rejected('createOrder/malformed-bodies/plain-text')),
      peerTest(
        'DummyRequest',
        'an object with an undeclared property only',
        rejected('createOrder/wrong-shapes/under-a-key'),
      ),
      peerTest(
        'MalformedJson',
        'a valid body with a word after it',
        rejected('createOrder/malformed-bodies/word-at-the-end'),
      ),
      peerTest(
        'InsertRandomValuesInBody',
        'invalid JSON inside a valid body',
        rejected('createOrder/malformed-bodies/value-alone', 'createOrder/malformed-bodies/leading-comma'),
      ),
      peerTest(
        'RandomDummyInvalidJsonBody',
        'small malformed objects and arrays',
        rejected('createOrder/malformed-bodies/number-as-key', 'createOrder/malformed-bodies/escape-outside-of-a-text'),
      ),
      peerTest(
        'RandomStringBody',
        'a random word',
        rejected('createOrder/malformed-bodies/plain-text', 'createOrder/wrong-shapes/a-text'),
      ),
      peerTest(
        'RandomUnicodeBody',
        'random characters',
        rejected('createOrder/malformed-bodies/plain-text', 'createOrder/malformed-bodies/utf-8-byte-ff'),
      ),
      peerTest('RandomPositiveIntegerBody', 'a positive integer', rejected('createOrder/wrong-shapes/a-number')),
      peerTest('RandomNegativeIntegerBody', 'a negative integer', rejected('createOrder/wrong-shapes/a-number')),
      peerTest('RandomPositiveDecimalBody', 'a positive fraction', rejected('createOrder/wrong-shapes/a-number')),
      peerTest('RandomNegativeDecimalBody', 'a negative fraction', rejected('createOrder/wrong-shapes/a-number')),
      peerTest('ZeroIntegerBody', '`0`', rejected('createOrder/wrong-shapes/zero')),
      peerTest('ZeroDecimalBody', '`0.0`', rejected('createOrder/wrong-shapes/zero')),
    ],
  },
  {
    title: 'Methods, credentials and records',
    tests: [
      peerTest(
        'BypassAuthentication',
        'no credentials',
        coveredBy(['unauthorized-rejected'], 'createOrder/authentication/key/none'),
      ),
      peerTest(
        'HttpMethods',
        'undeclared methods; expects 405',
        withDifference(
          coveredBy(['no-server-error', 'allow-present'], 'listOrders/undeclared-requests/method-PUT'),
          'CATS reports each success: a service may have more operations than its contract',
        ),
      ),
      peerTest(
        'CustomHttpMethods',
        'methods that do not exist; expects 405',
        withDifference(
          coveredBy(['no-server-error', 'allow-present'], 'listOrders/undeclared-requests/method-NOPE'),
          '501 and 404 are allowed too',
        ),
      ),
      peerTest(
        'NonRestHttpMethods',
        'methods of WebDAV; expects 405',
        survived('listOrders/undeclared-requests/method-PROPFIND'),
      ),
      peerTest(
        'CheckDeletedResourcesNotAvailable',
        'reads deleted records',
        coveredBy(['deleted-not-found'], 'createOrder/lifecycles/whole-life'),
      ),
      peerTest(
        'RandomResources',
        'identifiers that do not exist',
        coveredBy(['unknown-not-found'], 'readOrder/unknown-identifiers/path.orderId'),
      ),
      peerTest(
        'InsecureDirectObjectReferences',
        'other identifiers in the body; expects 4XX',
        notAdopted(
          'a `customerId` of another system: a service that stores it without a look-up conforms. What can be tested: `other-users`',
        ),
      ),
    ],
  },
  {
    title: 'Special fuzzers',
    tests: [
      peerTest(
        'Functional',
        'runs tests that the user writes',
        notAdopted('the expectations are not from the contract; for such tests there is Pact'),
      ),
      peerTest('Security', 'values from files of the user, for chosen properties', missing('strings of the user')),
      peerTest(
        'Template',
        'values in a request that the user writes',
        notAdopted('without a contract nothing says which response is correct'),
      ),
      peerTest(
        'Random',
        'random changes without end',
        coveredBy(
          ['valid-accepted', 'invalid-rejected', 'no-server-error'],
          'createOrder/random/valid/1/0',
          'createOrder/random/wrong/1/0',
          'createOrder/random-sequences/sequence/1/0',
        ),
      ),
    ],
  },
];
