/** Mutants that no test can kill, because they do not change the behavior: each with the reason. */
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
    reason: 'Invalid JSON has no value; the condition is only for the types.',
  },
  {
    file: 'contracts/pact/consumer/create-plant-response.ts',
    functionName: 'isPlant',
    description: 'call removed',
    from: 'isJsonObject(value)',
    to: '(value)',
    reason: 'JSON that is not an object has no string name; the call is only for the types.',
  },
  {
    file: 'contracts/pact/consumer/create-plant-response.ts',
    functionName: 'isStoreError',
    description: 'call removed',
    from: 'isJsonObject(value)',
    to: '(value)',
    reason: 'JSON that is not an object has no numeric error; the call is only for the types.',
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
    reason: 'The remaining time and the random wait are fractions that are practically never equal.',
  },
  {
    file: 'contracts/pact/consumer/create-plant-response.ts',
    functionName: 'parseRetryAfterMs',
    description: 'condition replaced',
    from: 'header === undefined',
    to: 'false',
    reason: 'Neither pattern matches undefined; the condition is only for the types.',
  },
  {
    file: 'spec/validation/array-keywords.ts',
    functionName: 'itemKey',
    description: 'call removed',
    from: 'Number(item)',
    to: '(item)',
    reason: 'The parser makes bigints only of integers that are not safe; the call is only for the types.',
  },
  {
    file: 'spec/validation/formats.ts',
    functionName: 'toStringTest',
    description: 'string emptied',
    from: "''",
    to: "'changed'",
    reason: 'No format of ajv-formats has the flag now; the replacement guards against a later one.',
  },
  {
    file: 'spec/validation/number-keywords.ts',
    functionName: 'decimalOf',
    description: 'condition replaced',
    from: "typeof value === 'bigint'",
    to: 'false',
    reason: 'The text of a bigint has neither a point nor an exponent.',
  },
  {
    file: 'spec/validation/number-keywords.ts',
    functionName: 'decimalOf',
    description: 'call removed',
    from: 'Number(exponent)',
    to: '(exponent)',
    reason: 'Every use converts the text to a number.',
  },
  {
    file: 'spec/validation/pattern-cost.ts',
    functionName: 'parseQuantifier',
    description: 'property removed',
    from: 'min: 0,',
    to: '',
    reason: 'An optional part is never repeated, so its lower limit is not used.',
  },
  {
    file: 'spec/validation/pattern-dialects.ts',
    functionName: 'findForeignEscapes',
    description: 'string emptied',
    from: "''",
    to: "'changed'",
    reason: 'The group always matches; the default is only for the types.',
  },
  {
    file: 'spec/validation/validation-context.ts',
    functionName: 'accepts',
    description: 'condition replaced',
    from: 'isBooleanOnly(context)',
    to: 'false',
    reason: 'A copy of a context behaves the same; the condition only saves it.',
  },
  {
    file: 'spec/validation/validation-context.ts',
    functionName: 'cachedResult',
    description: 'condition replaced',
    from: 'bySchema.size === 0',
    to: 'true',
    reason: 'Setting the same map again changes nothing; the condition only saves it.',
  },
  {
    file: 'spec/validation/value-keywords.ts',
    functionName: 'formatValidator',
    description: 'condition replaced',
    from: 'schema.format === undefined',
    to: 'false',
    reason: 'No format has the name undefined; the condition is only for the types.',
  },
  {
    file: 'contracts/conformance/checks/credentials-checked-first.ts',
    functionName: 'credentialsCheckedFirst',
    description: 'operator replaced',
    from: 'statusOfValid === undefined || status === undefined',
    to: 'statusOfValid === undefined && status === undefined',
    reason: 'A missing status is no client error, which the next line requires.',
  },
  {
    file: 'contracts/conformance/checks/echo/echo-difference.ts',
    functionName: 'hasSameMeaning',
    description: 'string emptied',
    from: "''",
    to: "'changed'",
    reason: 'No form has either name.',
  },
];

export function findEquivalent(mutant: Mutant): Equivalent | undefined {
  const name = mutantName(mutant);
  return equivalents.find((one) => mutantName(one) === name);
}
