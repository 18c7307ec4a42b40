/** The tests that the verifier does not have, the most valuable first. */
interface PlannedTest {
  /** What a general test would do. */
  readonly how: string;
  /** Why a service that fails it is certainly wrong, and what must not be reported. */
  readonly proof: string;
}

export type MissingTest = keyof typeof missingTests;

export const missingTests = {
  'control characters in headers': {
    how: 'send a declared header with control characters, and with a line break, over a plain socket',
    proof: 'RFC 9110, section 5.5: such characters are rejected, replaced or kept; only a server error is reported',
  },
  'message framing': {
    how: 'send over a plain socket a Content-Length that is no number, two different ones, one that is too small, and an unknown transfer coding',
    proof: 'RFC 9112, sections 6.1 and 6.3: 400 or 501, or the connection is closed; never a success',
  },
  'external entities': {
    how: 'send an XML body with an entity at a port on which the verifier listens: no connection arrives',
    proof: 'CWE-611; only for bodies that the contract declares as XML',
  },
  'strings of the user': {
    how: 'read a file of strings, and send each of them in every string that allows it',
    proof: 'the schema, as in text-values',
  },
} as const satisfies Readonly<Record<string, PlannedTest>>;
