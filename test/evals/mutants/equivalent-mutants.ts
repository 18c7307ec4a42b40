/** Mutants that no test can notice, because they do the same: each with the reason. The fewer, the better. */
import { type Mutant, mutantName, type Named } from './mutant.ts';

export interface Equivalent extends Named {
  readonly reason: string;
}

export const equivalents: readonly Equivalent[] = [
  {
    file: 'contracts/pact/consumer/store-client.ts',
    functionName: 'encodePlant',
    description: 'condition decided',
    from: 'tag === undefined',
    to: 'false',
    reason: 'JSON leaves out a property that is undefined; the condition is there for the types.',
  },
  {
    file: 'contracts/pact/consumer/create-plant-response.ts',
    functionName: 'parseBody',
    description: 'condition decided',
    from: 'json.ok',
    to: 'true',
    reason: 'What could not be parsed has no value; the condition is there for the types.',
  },
  {
    file: 'contracts/pact/consumer/create-plant-response.ts',
    functionName: 'isPlant',
    description: 'call left out',
    from: 'isJsonObject(value)',
    to: '(value)',
    reason: 'JSON that is no object has no name that is a text; the call is there for the types.',
  },
  {
    file: 'contracts/pact/consumer/create-plant-response.ts',
    functionName: 'isStoreError',
    description: 'call left out',
    from: 'isJsonObject(value)',
    to: '(value)',
    reason: 'JSON that is no object has no error that is a number; the call is there for the types.',
  },
  {
    file: 'contracts/pact/consumer/retry.ts',
    functionName: 'retryDelayMs',
    description: 'condition decided',
    from: "result.kind !== 'unexpected'",
    to: 'false',
    reason: 'No other result has the status 429 or 503; the condition is there for the types.',
  },
  {
    file: 'contracts/pact/consumer/retry.ts',
    functionName: 'withRetries',
    description: 'operator exchanged',
    from: 'waitMs >= deadline.remainingMs()',
    to: 'waitMs > deadline.remainingMs()',
    reason: 'The remaining time and a wait that is drawn at random are fractions that never are the same.',
  },
  {
    file: 'contracts/pact/consumer/create-plant-response.ts',
    functionName: 'parseRetryAfterMs',
    description: 'condition decided',
    from: 'header === undefined',
    to: 'false',
    reason: 'Neither pattern takes what is undefined either; the condition is there for the types.',
  },
];

export function findEquivalent(mutant: Mutant): Equivalent | undefined {
  const name = mutantName(mutant);
  return equivalents.find((one) => mutantName(one) === name);
}
