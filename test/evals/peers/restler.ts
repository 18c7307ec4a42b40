import { coveredBy, missing, otherUserCases, type Peer, peerTest, sentenceDifference, withDifference } from './peer.ts';

export const restler: Peer = {
  name: 'RESTler',
  url: 'https://github.com/microsoft/restler-fuzzer',
  version: '9.3.1 and 8 commits',
  commit: '8027073790d82f0306a0ae881b36eb9fae5b55e8',
  licence: 'MIT',
  source: 'checkers, the modules of `restler/checkers` except the demonstration, and the engine itself',
  groups: [
    {
      title: 'Checkers',
      tests: [
        peerTest(
          'UseAfterFree',
          'uses a record after its deletion',
          coveredBy(['deleted-not-found', 'deleted-once'], 'createOrder/lifecycles/whole-life'),
        ),
        peerTest(
          'ResourceHierarchy',
          'reads a record below another parent',
          coveredBy(['scoped-to-parent'], 'createLine/lifecycles/whole-life'),
        ),
        peerTest(
          'LeakageRule',
          'reads a record whose creation was rejected',
          coveredBy(['list-shows-written'], 'createOrder/lifecycles/rejected'),
        ),
        peerTest(
          'NameSpaceRule',
          'repeats requests with the credentials of another user',
          withDifference(coveredBy(['scoped-to-user'], ...otherUserCases), sentenceDifference),
        ),
        peerTest(
          'InvalidDynamicObject',
          'identifiers of existing records with a query, a slash or braces added',
          withDifference(
            coveredBy(
              ['invalid-rejected', 'no-server-error'],
              'readOrder/parameters/path.orderId/own-nameabc',
              'readOrder/undeclared-requests/path-query',
              'readOrder/undeclared-requests/path-below',
            ),
            'RESTler reports a success for an identifier with `?` and a query after it; a service may ignore an unknown query parameter',
          ),
        ),
        peerTest(
          'PayloadBody',
          'bodies with properties left out, replaced, or of other types',
          coveredBy(
            ['no-server-error', 'invalid-rejected'],
            'createOrder/missing-properties/body.customer',
            'createOrder/wrong-types/body.count/an-object',
            'createOrder/wrong-shapes/under-a-key',
            'createOrder/random/wrong/1/0',
          ),
        ),
        peerTest(
          'Examples',
          'each example of the contract',
          coveredBy(['valid-accepted', 'no-server-error'], 'createOrder/valid-bodies/example-gift'),
        ),
        peerTest('InvalidValue', 'invalid values from a file of the user', missing('strings of the user')),
        peerTest(
          'main algorithm',
          'valid requests in sequences that create what later ones need; looks for 5XX',
          coveredBy(['no-server-error'], 'createOrder/random-sequences/sequence/1/0', 'readLine/valid-bodies/full'),
        ),
      ],
    },
  ],
};
