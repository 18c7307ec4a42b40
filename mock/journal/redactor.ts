/** Masks credentials in text that is shown or stored. */
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
  /** Header names stay as they are; several values of a name are joined. */
  readonly headers: (headers: HeaderValues) => Readonly<Record<string, string>>;
  /** Also masks the credentials of the request, valid or not: responses and messages may repeat them. */
  readonly withRequest: (request: RequestSecrets) => Redactor;
  /** A cut text may end within a credential; only this many characters at its end are affected. */
  readonly margin: number;
  /** The maximum factor by which masking lengthens a text. */
  readonly maxGrowth: number;
}

export interface RequestSecrets {
  readonly target: string;
  readonly headers: HeaderValues;
  /** Masks secrets that are known from another source. */
  readonly mask?: Mask | undefined;
}

/** `tokens` are masked everywhere; values in credential locations are masked whatever they are. */
export function createRedactor(schemes: readonly SecurityScheme[], tokens: readonly string[]): Redactor {
  const locations = createCredentialLocations(schemes);
  const maskTokens = createMask(tokens);
  const longest = Math.max(0, ...tokens.map(({ length }) => length));
  const withRequest: Redactor['withRequest'] = (request) => {
    const { mask } = request;
    const credentials = locations.findCredentials(request).filter((one) => isLongEnough(one) && !tokens.includes(one));
    if (credentials.length === 0 && mask === undefined) return self;
    const masks = [
      ...(credentials.length === 0 ? [] : [createMask(credentials, MASK)]),
      ...(mask === undefined ? [] : [mask]),
    ];
    return { ...self, ...baseRedactor(locations, masks.reduce(composeMasks, maskTokens)) };
  };
  const bounds = { margin: MAX_ESCAPED_LENGTH * longest, maxGrowth: maxGrowthFactor(tokens) };
  const self: Redactor = { ...baseRedactor(locations, maskTokens), withRequest, ...bounds };
  return self;
}

/**
 * `\\\\\\\\u0061`: the length of a character escaped in JSON within JSON within JSON; few other encodings are longer.
 */
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
          // A header name may repeat a credential too.
          return [[text(name), shown.join(', ')]];
        }),
      ),
  };
}

function composeMasks(first: Mask, second: Mask): Mask {
  return (text) => second(first(text));
}

/** Shorter credentials occur in ordinary text. */
function isLongEnough(credential: string): boolean {
  return credential.length >= 6;
}
