/** The line of a pact as it is quoted: short, and without the credentials that examples hold, which may be real. */
import { type Mask, masking } from '../../../secrets/masking.ts';
import { isJsonObject, type Json, stringifyJson } from '../../../spec/json/exact-json.ts';
import { splitPointer } from '../../../spec/json/pointer.ts';
import type { Contract, Place } from '../../../spec/model/contract.ts';
import type { Interaction } from '../file/interaction.ts';
import type { PactFile } from '../file/pact-file.ts';
import { childOf } from './document.ts';
import { cookiesOf, queryFields } from './subject.ts';

const MASK = '***';
/** Some write a whole pact in one line. */
const LONGEST = 120;
/** Shorter ones are words of every text. */
const SHORTEST_SECRET = 6;

export interface PactLines {
  /** The text at a place, trimmed. */
  lineAt(place: Place): string;
  readonly mask: Mask;
}

export function pactLines(pact: PactFile, contract: Contract): PactLines {
  const lines = pact.text.split(/\r?\n/);
  const names = secretNames(contract);
  const secrets = pact.interactions.flatMap((interaction) => secretsIn(interaction, names));
  const mask = masking(
    secrets.filter((secret) => secret.length >= SHORTEST_SECRET),
    MASK,
  );
  return {
    mask,
    lineAt: ({ line, pointer }) => {
      const steps = splitPointer(pointer);
      const name = steps.findLast((step) => !/^\d+$/.test(step)) ?? '';
      const isSecret = names.has(name.toLowerCase()) && /\/request\/(?:headers|query)\//.test(pointer);
      if (isSecret) return `${JSON.stringify(name)}: ${MASK}`;
      const text = lines[line - 1]?.trim() ?? '';
      return mask(text.length > LONGEST ? memberAt(pact.value, steps) : text);
    },
  };
}

/** In lower case. */
function secretNames({ securitySchemes }: Contract): ReadonlySet<string> {
  const own = securitySchemes.map(({ parameterName }) => parameterName?.toLowerCase() ?? '');
  return new Set(['authorization', 'proxy-authorization', 'cookie', 'access_token', ...own]);
}

function secretsIn({ request }: Interaction, names: ReadonlySet<string>): readonly string[] {
  const headers = [...request.headers].filter(([name]) => names.has(name));
  const fields = queryFields(request.raw.query, '').filter(({ name }) => names.has(name.toLowerCase()));
  const cookies = [...cookiesOf(request.headers.get('cookie')).values()];
  // What stands behind the scheme is the credential.
  return [
    ...headers.map(([, value]) => value.replace(/^[\w-]+\s+/, '')),
    ...fields.flatMap(({ values }) => values),
    ...cookies,
  ];
}

/** `"tag": 5`, as a line of its own would have it. */
function memberAt(pact: Json, steps: readonly string[]): string {
  const value = steps.reduce<Json | undefined>((at, key) => childOf(at, key), pact);
  if (value === undefined) return '';
  const text = isJsonObject(value) ? '{ ... }' : stringifyJson(value);
  const shown = text.length > LONGEST ? `${text.slice(0, LONGEST)}...` : text;
  return `${JSON.stringify(steps.at(-1) ?? '')}: ${shown}`;
}
