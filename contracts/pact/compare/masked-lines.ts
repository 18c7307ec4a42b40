/** Quotes lines of a pact: short, and without the credentials in examples, which may be real. */
import { createMask, type Mask } from '../../../secrets/masking.ts';
import { isJsonObject, type Json, stringifyJson } from '../../../spec/json/exact-json.ts';
import { splitPointer } from '../../../spec/json/pointer.ts';
import type { Contract, Place } from '../../../spec/model/contract.ts';
import type { Interaction } from '../file/interaction.ts';
import type { PactFile } from '../file/pact-file.ts';
import { parseCookies, parseQuery } from './compared-interaction.ts';
import { childOf } from './document-lookup.ts';

const MASK = '***';
/** Some tools write a whole pact in one line. */
const MAX_LINE_LENGTH = 120;
/** Shorter values would match ordinary words. */
const MIN_SECRET_LENGTH = 6;

export interface PactLines {
  /** The text of the line, trimmed. */
  lineAt(place: Place): string;
  readonly mask: Mask;
}

export function createPactLines(pact: PactFile, contract: Contract): PactLines {
  const lines = pact.text.split(/\r?\n/);
  const names = credentialNames(contract);
  const secrets = pact.interactions.flatMap((interaction) => exampleCredentials(interaction, names));
  const mask = createMask(
    secrets.filter((secret) => secret.length >= MIN_SECRET_LENGTH),
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
      return mask(text.length > MAX_LINE_LENGTH ? memberText(pact.value, steps) : text);
    },
  };
}

/** In lower case. */
function credentialNames({ securitySchemes }: Contract): ReadonlySet<string> {
  const schemeNames = securitySchemes.map(({ parameterName }) => parameterName?.toLowerCase() ?? '');
  return new Set(['authorization', 'proxy-authorization', 'cookie', 'access_token', ...schemeNames]);
}

function exampleCredentials({ request }: Interaction, names: ReadonlySet<string>): readonly string[] {
  const headers = [...request.headers].filter(([name]) => names.has(name));
  const fields = parseQuery(request.raw.query, '').filter(({ name }) => names.has(name.toLowerCase()));
  const cookies = [...parseCookies(request.headers.get('cookie')).values()];
  // The credential is the part after the scheme.
  return [
    ...headers.map(([, value]) => value.replace(/^[\w-]+\s+/, '')),
    ...fields.flatMap(({ values }) => values),
    ...cookies,
  ];
}

/** `"tag": 5`, as if it were on a separate line. */
function memberText(pact: Json, steps: readonly string[]): string {
  const value = steps.reduce<Json | undefined>((node, key) => childOf(node, key), pact);
  if (value === undefined) return '';
  const text = isJsonObject(value) ? '{ ... }' : stringifyJson(value);
  const shown = text.length > MAX_LINE_LENGTH ? `${text.slice(0, MAX_LINE_LENGTH)}...` : text;
  return `${JSON.stringify(steps.at(-1) ?? '')}: ${shown}`;
}
