/** Takes credentials out of what is shown or kept. */
import { createMask, type Mask, maxGrowthFactor } from '../../secrets/masking.ts';
import type { SecurityScheme } from '../../spec/model/contract.ts';
import {
  type CredentialLocations,
  createCredentialLocations,
  type HeaderValues,
  MASK,
} from '../authentication/credential-locations.ts';

export interface Redactor {
  readonly text: Mask;
  readonly target: Mask;
  /** By the names given; several values of a name are joined. */
  readonly headers: (headers: HeaderValues) => Readonly<Record<string, string>>;
  /** Masks what the request gave as credentials as well, right or wrong: answers and messages may repeat it. */
  readonly withRequest: (request: RequestSecrets) => Redactor;
  /** A text that was cut may end within a credential: in this many characters at its end. */
  readonly margin: number;
  /** How many times as long a text is at most when it is masked. */
  readonly maxGrowth: number;
}

export interface RequestSecrets {
  readonly target: string;
  readonly headers: HeaderValues;
  /** For secrets that are known from elsewhere. */
  readonly mask?: Mask | undefined;
}

/** `tokens` are masked wherever they stand; what stands where a credential belongs is masked whatever it is. */
export function createRedactor(schemes: readonly SecurityScheme[], tokens: readonly string[]): Redactor {
  const locations = createCredentialLocations(schemes);
  const maskTokens = createMask(tokens);
  const longest = Math.max(0, ...tokens.map(({ length }) => length));
  const withRequest: Redactor['withRequest'] = ({ mask, ...request }) => {
    const credentials = locations.findCredentials(request).filter((one) => isLongEnough(one) && !tokens.includes(one));
    const masks = [
      ...(credentials.length === 0 ? [] : [createMask(credentials, MASK)]),
      ...(mask === undefined ? [] : [mask]),
    ];
    return masks.length === 0 ? self : { ...self, ...baseRedactor(locations, masks.reduce(composeMasks, maskTokens)) };
  };
  const bounds = { margin: MAX_ESCAPED_LENGTH * longest, maxGrowth: maxGrowthFactor(tokens) };
  const self: Redactor = { ...baseRedactor(locations, maskTokens), withRequest, ...bounds };
  return self;
}

/** `\\\\\\\\u0061`: what one character takes, escaped in JSON in JSON in JSON; so much in few other ways. */
const MAX_ESCAPED_LENGTH = 13;

function baseRedactor(locations: CredentialLocations, text: Mask): Pick<Redactor, 'text' | 'target' | 'headers'> {
  return {
    text,
    target: (target) => text(locations.maskTarget(target)),
    headers: (headers) =>
      Object.fromEntries(
        Object.entries(headers).flatMap(([name, credentials]) => {
          if (credentials === undefined) return [];
          const shown = [credentials].flat().map((one) => text(locations.maskHeader(name, one)));
          // Whoever repeats a credential may do so in a name.
          return [[text(name), shown.join(', ')]];
        }),
      ),
  };
}

function composeMasks(first: Mask, second: Mask): Mask {
  return (text) => second(first(text));
}

/** Shorter ones stand in other words by chance. */
function isLongEnough(credential: string): boolean {
  return credential.length >= 6;
}
