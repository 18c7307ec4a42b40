/** What in one interaction the verifier reads otherwise than it was meant, passes over, or breaks down on. */
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJson,
  stringifyJson,
} from '../../../spec/json/exact-json.ts';
import { refuseGenerators } from './generator-guards.ts';
import type { Interaction } from './interaction.ts';
import { type PactFile, pactPlace } from './pact-file.ts';
import { refusal } from './refusal.ts';
import { refuseRules } from './rule-guards.ts';
import { refuseShapes } from './shape-guards.ts';

/** Throws `pact-unverifiable`. */
export function refuseInteraction(pact: PactFile, interaction: Interaction): void {
  const raw = pact.value.interactions;
  const entry = isJsonArray(raw) ? raw[interaction.index] : undefined;
  if (!isJsonObject(entry)) return;
  refuseOtherProtocols(pact, interaction, entry);
  refuseUnnamed(pact, interaction, entry);
  refuseShapes(pact, interaction, entry);
  refuseStates(pact, interaction, entry);
  refuseStatus(pact, interaction, entry);
  refuseEncodings(pact, interaction, entry);
  refuseRules(pact, interaction, entry);
  refuseGenerators(pact, interaction, entry);
}

function refuseOtherProtocols(
  { version }: PactFile,
  { place, description }: Interaction,
  entry: JsonObject,
): void {
  const { type = version < 4 ? HTTP : null, transport = 'http', pluginConfiguration } = entry;
  if (isJsonObject(pluginConfiguration) && Object.keys(pluginConfiguration).length > 0)
    throw refusal(place, `received "${description}" with a configuration of plugins; plugins are not run`);
  if (type === HTTP && (transport === 'http' || transport === 'https')) return;
  const kind = `${stringifyJson(type)} over ${stringifyJson(transport)}`;
  throw refusal(place, `received "${description}" of kind ${kind}; only HTTP can be verified at a base URL`);
}

const HTTP = 'Synchronous/HTTP';

/** The verifier gives it a name of its own, under which no result can be found. */
function refuseUnnamed(_pact: PactFile, { place, index }: Interaction, { description }: JsonObject): void {
  if (typeof description === 'string' && description !== '') return;
  throw refusal(place, `interaction ${index + 1} has no description`);
}

/** What is no state is passed over, or set up as "unknown provider states". */
function refuseStates(_pact: PactFile, { place, description }: Interaction, entry: JsonObject): void {
  const { providerStates, providerState, provider_state } = entry;
  const isNamed = [providerState, provider_state].every((one) => isAbsent(one) || typeof one === 'string');
  const isList = isAbsent(providerStates) || (isJsonArray(providerStates) && providerStates.every(isState));
  const single = providerState ?? provider_state;
  const others = isJsonArray(providerStates) ? providerStates.filter(isJsonObject) : [];
  // Of the two ways of writing them the verifier reads the list alone.
  if (
    isJsonArray(providerStates) &&
    typeof single === 'string' &&
    !others.some(({ name }) => name === single)
  )
    throw refusal(
      place,
      `received "${description}" with the state "${single}" that its list of states does not have`,
    );
  if (isNamed && isList) return;
  throw refusal(
    place,
    `received "${description}" with provider states that are no list of objects with a name each`,
  );
}

function isState(value: Json): boolean {
  if (!isJsonObject(value) || typeof value.name !== 'string') return false;
  return isAbsent(value.params) || isJsonObject(value.params);
}

function isAbsent(value: Json | undefined): boolean {
  return value === undefined || value === null;
}

/** The verifier breaks down on a status that is no whole number. */
function refuseStatus(pact: PactFile, { place }: Interaction, { response }: JsonObject): void {
  const status = isJsonObject(response) ? response.status : undefined;
  if (status === undefined) return;
  if (typeof status === 'number' && Number.isInteger(status) && status >= 100 && status <= 599) return;
  throw refusal(
    pactPlace(pact, `${place.pointer}/response/status`),
    `received the status ${stringifyJson(status)}; HTTP has 100 to 599`,
  );
}

/** What cannot be decoded is compared as it stands, and the implementation blamed. */
function refuseEncodings({ version, ...pact }: PactFile, { place }: Interaction, entry: JsonObject): void {
  if (version < 4) return;
  for (const part of ['request', 'response'] as const) {
    const { body } = isJsonObject(entry[part]) ? entry[part] : {};
    if (!isJsonObject(body) || isAbsent(body.encoded) || body.encoded === false) continue;
    const { encoded, content } = body;
    if (typeof encoded === 'string' && isDecodable(encoded.toLowerCase(), content)) continue;
    throw refusal(
      pactPlace(pact, `${place.pointer}/${part}/body`),
      `received a body encoded as ${stringifyJson(encoded ?? null)} that cannot be decoded; "base64" and "json" are known`,
    );
  }
}

function isDecodable(encoding: string, content: Json | undefined): boolean {
  if (encoding === 'json') return typeof content !== 'string' || parseJson(content).ok;
  return encoding === 'base64' && typeof content === 'string' && isBase64(content);
}

function isBase64(text: string): boolean {
  return (
    /^[A-Za-z0-9+/]*={0,2}$/.test(text.replace(/\s/g, '')) &&
    Buffer.from(text, 'base64').toString('base64').replace(/=+$/, '') === text.replace(/\s|=+$/g, '')
  );
}
