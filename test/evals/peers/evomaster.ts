import {
  coveredBy,
  everyResponse,
  notAdopted,
  otherUserCases,
  type Peer,
  type PeerGroup,
  peerTest,
  sentenceDifference,
  withDifference,
} from './peer.ts';

const general: PeerGroup = {
  title: 'Responses',
  tests: [
    peerTest('HTTP_STATUS_500', 'status 500', everyResponse('no-server-error')),
    peerTest(
      'SCHEMA_INVALID_RESPONSE',
      'responses that the contract does not declare',
      everyResponse('status-declared', 'media-type-declared', 'body-is-json', 'body-matches-schema'),
    ),
    peerTest('HTTP_TIMEOUT', 'no response within the time limit', everyResponse('response-arrives')),
  ],
};

const security: PeerGroup = {
  title: 'Security',
  tests: [
    peerTest(
      'SQL_INJECTION',
      'SQL that makes the database wait',
      notAdopted(
        'a service whose upstream is slow for some names: the times of responses prove no injection, and the string is specific to each database',
      ),
    ),
    peerTest(
      'XSS',
      'scripts that are returned as they were sent',
      notAdopted(
        '`{ "note": "<script>…" }` in `application/json` is text: a service that returns what it stores conforms, and `created-is-echoed` requires that',
      ),
    ),
    peerTest(
      'SSRF',
      'addresses that the service opens',
      notAdopted('a service that calls the webhooks of its customers opens the addresses that it gets'),
    ),
    peerTest('SECURITY_LEAKED_STACK_TRACES', 'stack traces in responses', everyResponse('no-stack-trace')),
    peerTest(
      'SECURITY_IGNORE_ANONYMOUS',
      'protected records that are readable without credentials',
      coveredBy(['unauthorized-rejected'], 'readOrder/authentication/key/none'),
    ),
    peerTest(
      'SECURITY_ANONYMOUS_MODIFICATIONS',
      'PUT, PATCH and DELETE without credentials',
      withDifference(
        coveredBy(
          ['unauthorized-rejected'],
          'replaceOrder/authentication/key/none',
          'deleteOrder/authentication/key/none',
        ),
        'EvoMaster reports them also where the contract requires no credentials, such as a shared list that everyone with its address may change',
      ),
    ),
    peerTest(
      'SECURITY_NOT_RECOGNIZED_AUTHENTICATED',
      '401 for credentials that other operations accept',
      coveredBy(['valid-accepted'], 'listOrders/valid-bodies/full'),
    ),
    peerTest(
      'SECURITY_WRONG_AUTHORIZATION',
      'a user who may not PUT a record, but may DELETE it',
      withDifference(coveredBy(['scoped-to-user'], ...otherUserCases), sentenceDifference),
    ),
    peerTest(
      'SECURITY_EXISTENCE_LEAKAGE',
      '403 for the records of others, but 404 for missing ones',
      notAdopted('a contract that declares 403 and 404 means exactly that'),
    ),
    peerTest(
      'SECURITY_HIDDEN_ACCESSIBLE_ENDPOINT',
      'methods in Allow that the contract does not declare, and that succeed',
      notAdopted('a service may have more operations than its contract, for other clients'),
    ),
  ],
};

const semantics: PeerGroup = {
  title: 'Sequences of requests',
  tests: [
    peerTest(
      'HTTP_NONWORKING_DELETE',
      'deleted records that are still readable',
      coveredBy(['deleted-not-found'], 'createOrder/lifecycles/whole-life'),
    ),
    peerTest(
      'HTTP_SIDE_EFFECTS_FAILED_MODIFICATION',
      'rejected changes that have an effect',
      coveredBy(['read-returns-written'], 'createOrder/lifecycles/whole-life'),
    ),
    peerTest(
      'HTTP_REPEATED_CREATE_PUT',
      'the same PUT creates twice',
      coveredBy(['replaced-status'], 'createOrder/lifecycles/whole-life'),
    ),
    peerTest(
      'HTTP_MISLEADING_CREATE_PUT',
      '201 after a PUT to an existing record',
      coveredBy(['replaced-status'], 'createOrder/lifecycles/whole-life'),
    ),
    peerTest(
      'HTTP_PARTIAL_UPDATE_PUT',
      'a PUT that keeps what it should replace',
      coveredBy(['read-returns-written'], 'createOrder/lifecycles/whole-life'),
    ),
    peerTest(
      'HTTP_NON_IDEMPOTENT_PUT',
      'a repeated PUT with another effect',
      coveredBy(['read-returns-written'], 'createOrder/lifecycles/whole-life'),
    ),
    peerTest(
      'HTTP_INVALID_MERGE_PATCH',
      'a PATCH that changes other properties too',
      coveredBy(['read-returns-written'], 'createOrder/lifecycles/whole-life'),
    ),
    peerTest(
      'HTTP_INVALID_LOCATION',
      'a Location without a record',
      coveredBy(['created-is-found'], 'createOrder/lifecycles/whole-life'),
    ),
    peerTest(
      'HTTP_INVALID_ALLOW',
      'Allow that differs from the contract',
      coveredBy(['allow-present'], 'listOrders/undeclared-requests/method-OPTIONS'),
    ),
  ],
};

const statuses: PeerGroup = {
  title: 'Statuses',
  tests: [
    peerTest(
      'HTTP_STATUS_NO_NON_STANDARD_CODES',
      'statuses outside of 100 to 599',
      everyResponse('status-declared', 'no-server-error'),
    ),
    peerTest(
      'HTTP_STATUS_NO_201_IF_GET',
      '201 after GET',
      withDifference(everyResponse('status-declared'), 'a declared 201 is not reported'),
    ),
    peerTest(
      'HTTP_STATUS_NO_201_IF_DELETE',
      '201 after DELETE',
      withDifference(everyResponse('status-declared'), 'as above: the deletion may create an order of deletion'),
    ),
    peerTest(
      'HTTP_STATUS_NO_201_IF_PATCH',
      '201 after PATCH',
      withDifference(everyResponse('status-declared'), 'as above: PATCH may create (RFC 5789, section 2)'),
    ),
    peerTest(
      'HTTP_STATUS_NO_204_IF_CONTENT',
      '204 with a body',
      everyResponse('no-forbidden-body', 'no-trailing-data'),
    ),
    peerTest('HTTP_STATUS_NO_205_IF_CONTENT', '205 with a body', everyResponse('no-forbidden-body')),
    peerTest(
      'HTTP_STATUS_NO_304_IF_NO_GET_OR_HEAD',
      '304 after other methods than GET and HEAD',
      everyResponse('status-declared'),
    ),
    peerTest(
      'HTTP_STATUS_NO_401_IF_NO_AUTH',
      '401 although the contract has no security',
      coveredBy(['valid-accepted', 'status-declared'], 'listOrders/valid-bodies/full'),
    ),
    peerTest(
      'HTTP_STATUS_NO_401_IF_NO_WWW_AUTHENTICATE',
      '401 without WWW-Authenticate',
      everyResponse('challenge-present'),
    ),
    peerTest(
      'HTTP_STATUS_NO_403_IF_NO_401',
      '403 where the contract declares no 401',
      notAdopted('a public service that declares 403 for orders that are locked'),
    ),
    peerTest('HTTP_STATUS_NO_405_IF_NO_ALLOW', '405 without Allow', everyResponse('allow-present')),
    peerTest(
      'HTTP_STATUS_HAS_406_IF_ACCEPT',
      '406 for a declared media type',
      coveredBy(['valid-accepted'], 'listOrders/content-negotiation/anything', 'listOrders/valid-bodies/full'),
    ),
    peerTest(
      'HTTP_STATUS_NO_413_IF_NO_PAYLOAD',
      '413 without a body',
      withDifference(
        coveredBy(['valid-accepted', 'status-declared'], 'listOrders/valid-bodies/full'),
        'the finding is a warning: HTTP lets a server respond with 413 before it reads the request',
      ),
    ),
    peerTest(
      'HTTP_STATUS_NO_415_IF_NO_PAYLOAD',
      '415 without a body',
      coveredBy(['valid-accepted', 'status-declared'], 'listOrders/valid-bodies/full'),
    ),
    peerTest('HTTP_STATUS_NO_426_IF_NO_UPGRADE', '426 without Upgrade', everyResponse('upgrade-present')),
    peerTest('HTTP_STATUS_NO_501_IF_IMPLEMENTED', '501 for a declared operation', everyResponse('no-server-error')),
  ],
};

export const evomaster: Peer = {
  name: 'EvoMaster',
  url: 'https://github.com/WebFuzzing/EvoMaster',
  version: '6.1.1 and 386 commits',
  commit: '16763fcfb0ff18b03e748b98d1e6b1044fde0312',
  licence: 'LGPL-3.0',
  source:
    'oracles of REST, the categories of WebFuzzing/Commons and of `core/problem/enterprise` that its code reports; those of GraphQL, RPC and web pages need other contracts',
  groups: [general, security, semantics, statuses],
};
