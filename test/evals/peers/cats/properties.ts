/** Fuzzers of the structure, the safety and the meaning of properties. */
import {
  coveredBy,
  missing,
  notAdopted,
  type PeerGroup,
  peerTest,
  rejected,
  returned,
  withDifference,
} from '../peer.ts';

export const propertyGroups: readonly PeerGroup[] = [
  {
    title: 'Properties and identifiers',
    tests: [
      peerTest(
        'RemoveFields',
        'without some properties',
        coveredBy(
          ['invalid-rejected', 'valid-accepted'],
          'createOrder/missing-properties/body.customer',
          'createOrder/missing-properties/body/all-required',
          'createOrder/valid-bodies/without-body.note',
          'createOrder/valid-bodies/only-required',
        ),
      ),
      peerTest(
        'NewFields',
        'an undeclared property',
        withDifference(
          coveredBy(
            ['invalid-rejected', 'valid-accepted'],
            'createOrder/extra-properties/body',
            'createOrder/extra-properties/body.address',
          ),
          'CATS expects a rejection also where the schema allows more properties, as `additionalProperties` does by default',
        ),
      ),
      peerTest(
        'AdditionalPropertiesMassAssignmentFields',
        '100 properties where none may be added',
        rejected('createOrder/extra-properties/body'),
      ),
      peerTest(
        'DuplicateKeysFields',
        'each key twice; expects a rejection',
        notAdopted(
          'RFC 8259, section 4, leaves duplicate keys open: a service that reads the last one conforms. `malformed-bodies/duplicate-key` reports only server errors',
        ),
      ),
      peerTest(
        'InsertWhitespacesInFieldNamesField',
        'white space in the names of properties',
        rejected('createOrder/missing-properties/body.customer/with-a-space'),
      ),
      peerTest(
        'ZeroWidthCharsInNamesFields',
        'zero-width characters in the names of properties',
        rejected('createOrder/missing-properties/body.customer/with-an-invisible-space'),
      ),
      peerTest(
        'InvalidReferencesFields',
        'identifiers in the path that are malformed',
        coveredBy(
          ['no-server-error', 'invalid-rejected'],
          'readOrder/parameters/path.orderId/format/a-text-that-is-no-uuid',
          'readOrder/undeclared-requests/path-percent',
          'readOrder/undeclared-requests/path-nul',
        ),
      ),
    ],
  },
  {
    title: 'Attacks in properties',
    tests: [
      peerTest(
        'SqlInjectionInStringFields',
        'SQL in strings; looks for errors of databases',
        coveredBy(
          ['no-server-error', 'created-is-echoed'],
          'createOrder/text-values/body.note/sql',
          'listOrders/parameters/query.search/sql',
        ),
      ),
      peerTest(
        'XssInjectionInStringFields',
        'scripts in strings; warns if they are accepted',
        withDifference(
          coveredBy(['valid-accepted', 'created-is-echoed'], 'createOrder/text-values/body.note/markup'),
          'CATS warns; a service that stores markup as text, and leaves escaping to the page that shows it, conforms',
        ),
      ),
      peerTest(
        'SstiInjectionInStringFields',
        'template expressions; looks for their result',
        returned('createOrder/text-values/body.note/templates'),
      ),
      peerTest(
        'CommandInjectionInStringFields',
        'shell commands; looks for their output',
        returned('createOrder/text-values/body.note/commands'),
      ),
      peerTest(
        'LdapInjectionInStringFields',
        'LDAP filters; looks for directory data',
        returned('createOrder/text-values/body.note/commands'),
      ),
      peerTest(
        'NoSqlInjectionInStringFields',
        'operators of MongoDB; looks for its errors',
        returned('createOrder/text-values/body.note/commands'),
      ),
      peerTest('XxeInjectionInStringFields', 'XML entities; looks for their expansion', missing('external entities')),
      peerTest(
        'SSRFInUrlFields',
        'addresses of internal services',
        notAdopted(
          '`http://localhost:5432` is a valid URI: a service that stores the home page of a customer, and never opens it, conforms',
        ),
      ),
      peerTest(
        'MassAssignment',
        'undeclared properties such as `role` and `isAdmin`',
        notAdopted(
          'a service that stores and returns further properties, which a schema without `additionalProperties: false` allows',
        ),
      ),
    ],
  },
  {
    title: 'Meaning of properties',
    tests: [
      peerTest(
        'DateRangeInversion',
        'a start after its end, by their names',
        notAdopted(
          'a flight over the date line arrives on the day before its departure; no schema states the order of two properties',
        ),
      ),
      peerTest(
        'MinGreaterThanMaxFields',
        'a minimum above its maximum, by their names',
        notAdopted('`{ "from": 9, "to": 1 }` is a valid countdown; no schema states the order of two properties'),
      ),
      peerTest(
        'TemporalLogicFields',
        'dates in the past or future, by their names',
        notAdopted('an `expiryDate` in the past is right for the record of an expired card'),
      ),
    ],
  },
];
