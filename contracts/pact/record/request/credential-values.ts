/** Credentials in a pact: an example that is none, and the provider state that gives the real one. */
import type { Contract, SecurityScheme } from '../../../../spec/model/contract.ts';
import { type Credentials, isBearer } from '../../../options/credentials.ts';
import { stateValue } from './fresh-places.ts';

const EXAMPLE_TOKEN = 'EXAMPLE-TOKEN-NOT-A-SECRET';

export interface CredentialValues {
  /** Examples, by scheme. */
  readonly examples: Credentials;
  /** A text in which examples have become expressions; undefined where none is in it. */
  expressionFor(text: string): string | undefined;
}

/**
 * Bearer tokens are the value `token`; where the contract has several such schemes, and for every other scheme, it is
 * `credential.NAME`: the key, or what stands behind the word of the scheme, which for `basic` is in Base64.
 */
export function credentialValues({ securitySchemes }: Pick<Contract, 'securitySchemes'>): CredentialValues {
  const bearers = securitySchemes.filter(isBearer);
  const given = securitySchemes.map((scheme, index) => ({
    scheme,
    name: isBearer(scheme) && bearers.length === 1 ? 'token' : `credential.${scheme.name}`,
    example: isBearer(scheme) && bearers.length === 1 ? EXAMPLE_TOKEN : exampleFor(index),
  }));
  const replacements = given.map(({ scheme, name, example }) => ({
    sent: isBasic(scheme) ? Buffer.from(example).toString('base64') : example,
    expression: stateValue(name),
  }));
  return {
    examples: {
      token: undefined,
      byScheme: new Map(given.map(({ scheme, example }) => [scheme.name, example])),
    },
    expressionFor: (text) => {
      const found = replacements.filter(({ sent }) => text.includes(sent));
      const expression = found.reduce((all, { sent, expression: by }) => all.replaceAll(sent, by), text);
      return found.length === 0 ? undefined : expression;
    },
  };
}

/** The user and the password of `basic`, and a key of any other kind; no example is part of another. */
function exampleFor(index: number): string {
  return `EXAMPLE-CREDENTIAL-${index + 1}-NOT-A-SECRET`;
}

function isBasic({ type, scheme }: SecurityScheme): boolean {
  return type === 'http' && scheme === 'basic';
}
