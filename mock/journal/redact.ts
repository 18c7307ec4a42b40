/** Takes credentials out of what is shown or kept. */
import { type Mask, masking, mostGrowth } from '../../secrets/masking.ts';
import type { SecurityScheme } from '../../spec/model/contract.ts';
import {
  type CredentialPlaces,
  createCredentialPlaces,
  type GivenHeaders,
  MASK,
} from '../authenticate/credential-places.ts';

export interface Redactor {
  readonly text: Mask;
  readonly target: Mask;
  /** By the names given; several values of a name are joined. */
  readonly headers: (headers: GivenHeaders) => Readonly<Record<string, string>>;
  /** Masks what the request gave as credentials as well, right or wrong: answers and messages may repeat it. */
  readonly within: (request: RequestSecrets) => Redactor;
  /** A text that was cut may end within a credential: in this many characters at its end. */
  readonly margin: number;
  /** How many times as long a text is at most when it is masked. */
  readonly growth: number;
}

export interface RequestSecrets {
  readonly target: string;
  readonly headers: GivenHeaders;
  /** For secrets that are known from elsewhere. */
  readonly mask?: Mask | undefined;
}

/** `tokens` are masked wherever they stand; what stands where a credential belongs is masked whatever it is. */
export function createRedactor(schemes: readonly SecurityScheme[], tokens: readonly string[]): Redactor {
  const places = createCredentialPlaces(schemes);
  const known = masking(tokens);
  const longest = Math.max(0, ...tokens.map(({ length }) => length));
  const within: Redactor['within'] = ({ mask, ...request }) => {
    const given = places.credentialsOf(request).filter((one) => isTelling(one) && !tokens.includes(one));
    const masks = [
      ...(given.length === 0 ? [] : [masking(given, MASK)]),
      ...(mask === undefined ? [] : [mask]),
    ];
    return masks.length === 0 ? self : { ...self, ...redactorOf(places, masks.reduce(both, known)) };
  };
  const bounds = { margin: MOST_SPELT * longest, growth: mostGrowth(tokens) };
  const self: Redactor = { ...redactorOf(places, known), within, ...bounds };
  return self;
}

/** `\\\\\\\\u0061`: what one character takes, escaped in JSON in JSON in JSON; so much in few other ways. */
const MOST_SPELT = 13;

function redactorOf(places: CredentialPlaces, text: Mask): Pick<Redactor, 'text' | 'target' | 'headers'> {
  return {
    text,
    target: (target) => text(places.hideInTarget(target)),
    headers: (headers) =>
      Object.fromEntries(
        Object.entries(headers).flatMap(([name, given]) => {
          if (given === undefined) return [];
          const shown = [given].flat().map((one) => text(places.hideInHeader(name, one)));
          // Whoever repeats a credential may do so in a name.
          return [[text(name), shown.join(', ')]];
        }),
      ),
  };
}

function both(first: Mask, second: Mask): Mask {
  return (text) => second(first(text));
}

/** Shorter ones stand in other words by chance. */
function isTelling(credential: string): boolean {
  return credential.length >= 6;
}
