/** The tests that the verifier does not have, the most valuable first. */
interface PlannedTest {
  /** What a general test would do. */
  readonly how: string;
  /** Why a service that fails it is certainly wrong, and what must not be reported. */
  readonly proof: string;
}

export type MissingTest = keyof typeof missingTests;

export const missingTests = {
  'external entities': {
    how: 'send an XML body with an entity at a port on which the verifier listens: no connection arrives',
    proof: 'CWE-611; only for bodies that the contract declares as XML',
  },
  'strings of the user': {
    how: 'read a file of strings, and send each of them in every string that allows it',
    proof: 'the schema, as in text-values',
  },
} as const satisfies Readonly<Record<string, PlannedTest>>;
