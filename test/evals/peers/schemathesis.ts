import { coveredBy, everyResponse, type Peer, peerTest, withDifference } from './peer.ts';

export const schemathesis: Peer = {
  name: 'Schemathesis',
  url: 'https://github.com/schemathesis/schemathesis',
  version: '4.25.0 and 17 commits',
  commit: '645dc42fd70b8a2730e001d481b1a5e845a7f640',
  licence: 'MIT',
  source: 'checks, the functions of `checks.py` and `specs/openapi/checks.py` with the name of a check',
  groups: [
    {
      title: 'Checks of responses',
      tests: [
        peerTest('not_a_server_error', '5XX', everyResponse('no-server-error')),
        peerTest('status_code_conformance', 'undeclared statuses', everyResponse('status-declared')),
        peerTest(
          'content_type_conformance',
          'missing, malformed and undeclared media types',
          everyResponse('media-type-declared', 'headers-well-formed'),
        ),
        peerTest(
          'response_headers_conformance',
          'required headers, and values of declared ones',
          everyResponse('headers-declared'),
        ),
        peerTest(
          'response_schema_conformance',
          'bodies that do not match their schema',
          withDifference(
            everyResponse('body-is-json', 'body-matches-schema'),
            'Schemathesis also checks each event of a `text/event-stream` with the `itemSchema` of OpenAPI 3.2',
          ),
        ),
        peerTest(
          'max_response_time',
          'responses slower than a limit of the user',
          withDifference(
            everyResponse('response-arrives'),
            'only the time limit of the request is checked (`--timeout`); no contract says how fast a service is',
          ),
        ),
      ],
    },
    {
      title: 'Checks of requests',
      tests: [
        peerTest(
          'negative_data_rejection',
          'invalid requests that are accepted',
          coveredBy(
            ['invalid-rejected'],
            'createOrder/wrong-types/body.count/a-text',
            'createOrder/random/wrong/1/0',
            'listOrders/parameters/query.limit/maximum/51',
          ),
        ),
        peerTest(
          'positive_data_acceptance',
          'valid requests that are rejected',
          coveredBy(
            ['valid-accepted'],
            'createOrder/valid-bodies/full',
            'createOrder/random/valid/1/0',
            'listOrders/parameters/query.limit/maximum/50',
          ),
        ),
        peerTest(
          'missing_required_header',
          'required headers that are missing',
          coveredBy(['invalid-rejected'], 'listOrders/parameters/header.X-Trace/missing'),
        ),
        peerTest(
          'unsupported_method',
          'undeclared methods; expects 405 with Allow',
          withDifference(
            coveredBy(['no-server-error', 'allow-present'], 'listOrders/undeclared-requests/method-PUT'),
            'Schemathesis reports other statuses: a router that responds with 404 conforms, and a service may have more operations than its contract',
          ),
        ),
        peerTest(
          'allow_header_conformance',
          'Allow in responses to OPTIONS, compared with the contract',
          coveredBy(['allow-present'], 'listOrders/undeclared-requests/method-OPTIONS'),
        ),
        peerTest(
          'ignored_auth',
          'no credentials, and invalid ones',
          withDifference(
            coveredBy(
              ['unauthorized-rejected'],
              'createOrder/authentication/key/none',
              'createOrder/authentication/key/wrong',
            ),
            'Schemathesis expects 401; 403 and other declared errors reject credentials too',
          ),
        ),
      ],
    },
    {
      title: 'Checks of sequences',
      tests: [
        peerTest(
          'use_after_free',
          'uses a record after its deletion',
          coveredBy(['deleted-not-found'], 'createOrder/lifecycles/whole-life'),
        ),
        peerTest(
          'ensure_resource_availability',
          'reads a record after its creation',
          coveredBy(['created-is-found'], 'createOrder/lifecycles/whole-life'),
        ),
      ],
    },
  ],
};
