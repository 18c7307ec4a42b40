/** Linters of the contract. */
import { lintedBy, notAdopted, type PeerGroup, peerTest, stopsTheStart, withDifference } from '../peer.ts';

export const linterGroups: readonly PeerGroup[] = [
  {
    title: 'Linters of the contract',
    tests: [
      peerTest('ArrayWithoutItemsLinter', 'arrays without items', lintedBy('value-constrained')),
      peerTest('EmptyRequestSchemaLinter', 'request schemas without properties', lintedBy('body-constrained')),
      peerTest('EmptyResponseSchemaLinter', 'response schemas without properties', lintedBy('body-constrained')),
      peerTest(
        'StringSchemaLimitGlobalLinter',
        'strings without maxLength or enum, in components',
        withDifference(
          lintedBy('string-has-limit'),
          'CATS also reports strings with a format or pattern, and those of responses',
        ),
      ),
      peerTest(
        'StringSchemaPathLevelLinter',
        'the same in inline schemas',
        withDifference(lintedBy('string-has-limit'), 'as above'),
      ),
      peerTest(
        'ResponsesWithBodiesLinter',
        'responses without a body',
        withDifference(
          lintedBy('response-described', 'error-has-schema'),
          'CATS also reports 202 and redirects; they need no body',
        ),
      ),
      peerTest('GetHasBodyLinter', 'GET with a request body', lintedBy('body-allowed')),
      peerTest('HeadHasBodyLinter', 'HEAD with a request body', lintedBy('body-allowed')),
      peerTest(
        'DeleteHasBodyLinter',
        'DELETE with a request body',
        notAdopted('OpenAPI 3.1 permits it, and search engines use it to delete what matches a query'),
      ),
      peerTest('HttpStatusCodeInRangeLinter', 'statuses outside of 100 to 599', stopsTheStart),
      peerTest('UniqueOperationIdsLinter', 'operation ids that are used twice', stopsTheStart),
      peerTest(
        'SecuritySchemesLinter',
        'operations without a security scheme, or with an unknown one',
        withDifference(stopsTheStart, 'CATS also reports operations without security; a public API has none'),
      ),
    ],
  },
  {
    title: 'Linters of the design',
    note: 'The contract lint reports what makes a contract wrong or impossible to verify, not its style. Redocly and Spectral have rules for that.',
    tests: [
      peerTest(
        'EmptyPathsLinter',
        'paths without operations',
        notAdopted('OpenAPI allows an empty path item, for example for readers who may not see its operations'),
      ),
      peerTest(
        'PatchWithoutBodyLinter',
        'PATCH without a request body',
        notAdopted('`PATCH /orders/{id}/read-mark`, which needs no value'),
      ),
      peerTest('PostWithoutBodyLinter', 'POST without a request body', notAdopted('`POST /orders/{id}/cancel`')),
      peerTest(
        'PutWithoutBodyLinter',
        'PUT without a request body',
        notAdopted('`PUT /orders/{id}/star`, which deletes with DELETE'),
      ),
      peerTest(
        'RecommendedHttpCodesLinter',
        'operations without a fixed list of statuses',
        notAdopted(
          'an operation without parameters needs no 404; `client-error-declared` and `auth-error-declared` require the errors that can occur',
        ),
      ),
      peerTest(
        'MultipleSuccessCodesLinter',
        'operations with several success statuses',
        notAdopted('a PUT with 200 and 201 (RFC 9110, section 9.3.4)'),
      ),
      peerTest('CollectionPaginationLinter', 'lists without pagination', notAdopted('a list of the seven weekdays')),
      peerTest(
        'HttpMethodConsistencyErrorLinter',
        'items without GET, collections without POST',
        notAdopted('a log of events that can only be read'),
      ),
      peerTest(
        'HttpMethodConsistencyWarnLinter',
        'items without PUT, PATCH or DELETE',
        notAdopted('an invoice that cannot be changed'),
      ),
      peerTest('VersionsLinter', 'versions in paths', notAdopted('`/v1/orders`, if the API has its version there')),
      peerTest('XmlContentTypeLinter', 'XML as a media type', notAdopted('a service whose clients read XML')),
      peerTest(
        'TracingHeadersLinter',
        'operations without a trace header',
        notAdopted('a service whose gateway adds the trace'),
      ),
      peerTest(
        'PathTagsLinter',
        'operations without tags',
        notAdopted('tags have no effect on requests and responses'),
      ),
      peerTest(
        'TopLevelElementsLinter',
        'documents without contact, description or servers',
        notAdopted('they have no effect on requests and responses'),
      ),
      peerTest(
        'UnusedExamplesLinter',
        'unused examples in components',
        notAdopted('a document that shares its components with others'),
      ),
      peerTest('UnusedHeadersLinter', 'unused headers in components', notAdopted('as above')),
      peerTest('UnusedParametersLinter', 'unused parameters in components', notAdopted('as above')),
      peerTest('UnusedRequestBodiesLinter', 'unused request bodies in components', notAdopted('as above')),
      peerTest('UnusedResponsesLinter', 'unused responses in components', notAdopted('as above')),
      peerTest('UnusedSchemasLinter', 'unused schemas in components', notAdopted('as above')),
    ],
  },
  {
    title: 'Linters of names',
    tests: [
      peerTest(
        'EnumCaseGlobalLinter',
        'enum values in several cases, in components',
        notAdopted('`[GB, de-AT]`: the values of a standard have the case of that standard'),
      ),
      peerTest('EnumCasePathLevelLinter', 'the same in inline schemas', notAdopted('as above')),
      peerTest(
        'HeadersCaseLinter',
        'headers in another case',
        notAdopted('HTTP compares the names of headers without case'),
      ),
      peerTest(
        'JsonObjectsCaseLinter',
        'schemas and properties in another case',
        notAdopted('`_links`, the name that HAL requires'),
      ),
      peerTest('PathCaseLinter', 'paths in another case', notAdopted('`/Patient`, the name that FHIR requires')),
      peerTest(
        'QueryParamsCaseLinter',
        'query parameters in another case',
        notAdopted('`$filter`, the name that OData requires'),
      ),
      peerTest('PathNounsLinter', 'paths with verbs', notAdopted('`/orders/{id}/cancel`')),
      peerTest('PathPluralsLinter', 'paths with singular nouns', notAdopted('`/me`')),
      peerTest(
        'OperationIdVerbPrefixLinter',
        'operation ids without an expected verb',
        notAdopted('`orderById`; the id only has to be unique'),
      ),
    ],
  },
];
