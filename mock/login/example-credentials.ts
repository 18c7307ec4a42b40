/**
 * The credentials in the examples of a contract. They stand for ones that exist: a client that sends what the contract
 * shows is right, and so is the verifier.
 */
import type { Json } from '../../spec/json/exact-json.ts';
import { memoize } from '../../spec/memoize.ts';
import type { Operation } from '../../spec/model/contract.ts';
import { requestMedia } from '../../spec/resources/record-views.ts';
import { sampleValue } from '../../spec/sampling/sample-value.ts';
import { readSentLogin, type SentLogin } from './sent-login.ts';

/** The user and the password of one example. */
export function isExampleLogin(operation: Operation, { name, password }: SentLogin): boolean {
  return exampleLogins(operation).some((example) => example.name === name && example.password === password);
}

export function isExampleToken(operation: Operation, refreshToken: string): boolean {
  return exampleLogins(operation).some((example) => example.refreshToken === refreshToken);
}

export function isExampleCode(operation: Operation, code: string): boolean {
  return exampleLogins(operation).some((example) => example.code === code);
}

/** The declared examples, and the sample that printed commands contain. */
const exampleLogins = memoize((operation: Operation): readonly SentLogin[] => {
  const { schema, examples = [] } = requestMedia(operation) ?? {};
  const sample = schema === undefined ? undefined : sampleValue(schema, 'request');
  const bodies: readonly (Json | undefined)[] = [...examples.map(({ value }) => value), sample];
  return bodies.map((body) => readSentLogin(body, undefined));
});
