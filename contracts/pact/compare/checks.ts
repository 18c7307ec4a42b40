/** What the check of this side means; `plant-store explain` tells it. */
export const compareChecks = {
  'pact-compatible': {
    holds: 'what a pact sends and expects is what the contract declares',
    title: 'The pact and the contract differ',
    why: 'A consumer built on this pact breaks against an implementation that keeps the contract. Correct the consumer, or change the contract with all who rely on it.',
    restsOn:
      'the contract and the pact, each with its line: the request as OpenAPI declares it, the answer by the schema of its status',
  },
} as const;
