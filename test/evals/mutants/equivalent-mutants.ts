/** Mutants that no test can notice, because they do the same: each with the reason. The fewer, the better. */
import { type Mutant, mutantName, type Named } from './mutant.ts';

export interface Equivalent extends Named {
  readonly reason: string;
}

export const equivalents: readonly Equivalent[] = [
  {
    file: 'contracts/pact/consumer/store-client.ts',
    functionName: 'encodePlant',
    description: 'condition replaced',
    from: 'tag === undefined',
    to: 'false',
    reason: 'JSON omits a property that is undefined; the condition is only for the types.',
  },
  {
    file: 'contracts/pact/consumer/create-plant-response.ts',
    functionName: 'parseBody',
    description: 'condition replaced',
    from: 'json.ok',
    to: 'true',
    reason: 'A text that could not be parsed has no value; the condition is only for the types.',
  },
  {
    file: 'contracts/pact/consumer/create-plant-response.ts',
    functionName: 'isPlant',
    description: 'call removed',
    from: 'isJsonObject(value)',
    to: '(value)',
    reason: 'JSON that is not an object has no name that is a string; the call is only for the types.',
  },
  {
    file: 'contracts/pact/consumer/create-plant-response.ts',
    functionName: 'isStoreError',
    description: 'call removed',
    from: 'isJsonObject(value)',
    to: '(value)',
    reason: 'JSON that is not an object has no error that is a number; the call is only for the types.',
  },
  {
    file: 'contracts/pact/consumer/retry.ts',
    functionName: 'retryDelayMs',
    description: 'condition replaced',
    from: "result.kind !== 'unexpected'",
    to: 'false',
    reason: 'No other result has the status 429 or 503; the condition is only for the types.',
  },
  {
    file: 'contracts/pact/consumer/retry.ts',
    functionName: 'withRetries',
    description: 'operator replaced',
    from: 'waitMs >= deadline.remainingMs()',
    to: 'waitMs > deadline.remainingMs()',
    reason: 'The remaining time and a random wait are fractions that are never equal.',
  },
  {
    file: 'contracts/pact/consumer/create-plant-response.ts',
    functionName: 'parseRetryAfterMs',
    description: 'condition replaced',
    from: 'header === undefined',
    to: 'false',
    reason: 'Neither pattern matches undefined; the condition is only for the types.',
  },
];

export function findEquivalent(mutant: Mutant): Equivalent | undefined {
  const name = mutantName(mutant);
  return equivalents.find((one) => mutantName(one) === name);
}
