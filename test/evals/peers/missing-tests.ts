/** The tests that the verifier does not have, the most valuable first. */
interface PlannedTest {
  /** What a general test would do. */
  readonly how: string;
  /** Why a service that fails it is certainly wrong, and what must not be reported. */
  readonly proof: string;
}

export type MissingTest = keyof typeof missingTests;

export const missingTests = {
  'stack traces': {
    how: 'a check on every error response: its body has two frames of a stack trace in the form of a known runtime, which the request did not send',
    proof: 'CWE-209; error responses only, so that a service that stores traces is not reported',
  },
  'mixed alternatives': {
    how: 'send the discriminator value of one alternative with the properties of another',
    proof: 'the schema: the body matches no alternative',
  },
  'status of a replacement': {
    how: 'replace a record that was just read; the status must not be 201',
    proof: 'RFC 9110, section 9.3.4: a PUT that modifies a record has 200 or 204',
  },
  'rejected creation': {
    how: 'send creations with one invalid value each, then read the list, or the name that the client chose: no record has the strings sent',
    proof: 'RFC 9110, section 15.5: the request was not processed; fresh strings identify the record',
  },
  'message framing': {
    how: 'send over a plain socket a Content-Length that is no number, two different ones, one that is too small, and an unknown transfer coding',
    proof: 'RFC 9112, sections 6.1 and 6.3: 400 or 501, or the connection is closed; never a success',
  },
  'properties of the response alone': {
    how: 'send each property that only the schema of the response declares; the response and a later read should not show the value sent',
    proof:
      'a warning: without `additionalProperties: false` a schema allows more properties, but clients should not set these; a rejection is allowed, and so is an ignored value',
  },
  'empty header': {
    how: 'send each required header with an empty value',
    proof:
      'the schema, where it rejects the empty string: a format, an enum, a number, a minLength. An optional header may count as missing',
  },
  'complete Allow header': {
    how: 'compare Allow in 405 and in responses to OPTIONS with the contract: it does not list the method that was rejected, and on a path without parameters it lists each declared method',
    proof:
      'RFC 9110, section 10.2.1; more methods than declared are allowed, and so is no Allow after OPTIONS. The state of a record may forbid some methods',
  },
  'defaults beside examples': {
    how: 'send the default of a property that has an example too: the valid request only has the example',
    proof: 'the schema: the default is valid, so it is accepted and returned as sent',
  },
  'more strings': {
    how: 'add letters of an Indic script, U+3164, letters that grow in other cases, and the syntax of shells, LDAP, XML entities and MongoDB to text-values',
    proof: 'the schema: they are valid strings, so they are accepted and returned as sent',
  },
  'look-alikes': {
    how: 'send an enum value with a letter of another script, and a required property whose name has a zero-width space',
    proof: 'the schema: another value, and a missing property',
  },
  'header spellings': {
    how: 'send an unknown header, spaces around the value of a declared one, and a language that the service does not know',
    proof: 'RFC 9110, sections 5.1 and 5.5: the request stays valid; for the language, only a server error is reported',
  },
  'unusual header bytes': {
    how: 'send a declared header with UTF-8 beyond ASCII and with control characters, over a plain socket',
    proof: 'RFC 9110, section 5.5: such bytes may be rejected or accepted; only a server error is reported',
  },
  'long header': {
    how: 'send a declared header with 10,000 characters',
    proof: 'RFC 9110, section 5.4: servers may have a limit; only a server error is reported',
  },
  'header sent twice': {
    how: 'send a declared header in two lines',
    proof: 'RFC 9110, section 5.3, lets services differ: only a server error is reported',
  },
  'external entities': {
    how: 'send an XML body with an entity at a port on which the verifier listens: no connection arrives',
    proof: 'CWE-611; only for bodies that the contract declares as XML',
  },
  'delays in databases': {
    how: 'send a string that makes a database wait, several times, and compare the response times with those of other strings of its length',
    proof: 'CWE-89; statistical, and specific to each database',
  },
  'strings of the user': {
    how: 'read a file of strings, and send each of them in every string that allows it',
    proof: 'the schema, as in text-values',
  },
  'methods of WebDAV': {
    how: 'add PROPFIND to the methods of undeclared-requests',
    proof: 'RFC 4918: it changes nothing; only a server error, and a 405 without Allow, is reported',
  },
  'protocol upgrade': {
    how: 'a check on every response: a 426 has Upgrade',
    proof: 'RFC 9110, section 15.5.22',
  },
} as const satisfies Readonly<Record<string, PlannedTest>>;
