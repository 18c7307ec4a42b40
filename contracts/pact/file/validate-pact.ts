/**
 * Rejects pacts that cannot be verified reliably: each of these problems makes the unmodified verifier pass without a
 * check.
 */
import { combineErrors, type KitError } from '../../../errors.ts';
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJson,
  stringifyJson,
} from '../../../spec/json/exact-json.ts';
import { type Interaction, interactionName, unverifiableError } from './interaction.ts';
import { findGeneratorErrors, findRuleErrors, findTypeErrors } from './matching-rules.ts';
import { type PactFile, placeInPact } from './pact-file.ts';

/** Throws one `pact-unverifiable` that lists all problems of all pacts with their lines. */
export function assertVerifiable(...pacts: readonly PactFile[]): void {
  const error = combineErrors(pacts.flatMap((pact) => [...findPactErrors(pact)]));
  if (error !== undefined) throw error;
}

function* findPactErrors(pact: PactFile): Generator<KitError> {
  // The version decides how the rest is read.
  const versionErrors = [...findVersionErrors(pact)];
  if (versionErrors.length > 0) return yield* versionErrors;
  yield* findNameErrors(pact);
  yield* findPluginErrors(pact);
  yield* findMessageErrors(pact);
  for (const interaction of pact.interactions) yield* findInteractionErrors(pact, interaction);
  yield* findDuplicates(pact);
}

/** The verifier silently reads an unknown version by the rules of another. */
function* findVersionErrors(pact: PactFile): Generator<KitError> {
  if (pact.version >= 1 && pact.version < 5) return;
  const metadata = Object.keys(pact.value).includes('metadata') ? '/metadata' : '';
  yield unverifiableError(
    placeInPact(pact, metadata),
    'received an unsupported version of the Pact specification; supported are 1 to 4',
  );
}

/** Names are arguments of the native verifier, and no argument can contain a NUL. */
function* findNameErrors(pact: PactFile): Generator<KitError> {
  for (const role of (['consumer', 'provider'] as const).filter((one) => pact[one].includes('\0')))
    yield unverifiableError(
      placeInPact(pact, `/${role}/name`),
      `received a ${role} name that contains a NUL character`,
    );
}

/** The verifier would fetch a plugin from the network and run it. */
function* findPluginErrors(pact: PactFile): Generator<KitError> {
  const metadata = isJsonObject(pact.value.metadata) ? pact.value.metadata : {};
  const [pluginEntry] = Object.entries(metadata).filter(
    ([key, value]) => key.toLowerCase() === 'plugins' && !isEmpty(value),
  );
  if (pluginEntry === undefined) return;
  yield unverifiableError(
    placeInPact(pact, `/metadata/${pluginEntry[0]}`),
    'received a pact that requires plugins; plugins are not supported',
  );
}

/** Version 3 keeps messages in a separate array, which the verifier ignores when it calls a base URL. */
function* findMessageErrors(pact: PactFile): Generator<KitError> {
  const { messages } = pact.value;
  if (isEmpty(messages)) return;
  yield unverifiableError(
    placeInPact(pact, '/messages'),
    'received a pact with messages; only HTTP interactions can be verified against a base URL',
  );
}

function isEmpty(value: JsonObject[string] | undefined): boolean {
  if (isJsonArray(value)) return value.length === 0;
  return value === undefined || value === null || (isJsonObject(value) && Object.keys(value).length === 0);
}

/**
 * Brokers and Pact libraries identify interactions by description and states; of two with the same, Pact keeps only the
 * last.
 */
function* findDuplicates(pact: PactFile): Generator<KitError> {
  const seen = new Map<string, Interaction>();
  for (const interaction of pact.interactions) {
    const key = stringifyJson([interaction.description, interaction.states.map(({ name, params }) => [name, params])]);
    const first = seen.get(key);
    if (first !== undefined)
      yield unverifiableError(
        interaction.place,
        `received "${interactionName(interaction)}" twice, first on line ${first.place.line}; descriptions must be unique`,
      );
    seen.set(key, interaction);
  }
}

function* findInteractionErrors(pact: PactFile, interaction: Interaction): Generator<KitError> {
  const raw = pact.value.interactions;
  const entry = isJsonArray(raw) ? raw[interaction.index] : undefined;
  if (!isJsonObject(entry)) return;
  const checks = [
    findKindErrors,
    findDescriptionErrors,
    findTypeErrors,
    findStateErrors,
    findStatusErrors,
    findBodyErrors,
    findRuleErrors,
    findGeneratorErrors,
  ];
  for (const check of checks) yield* check(pact, interaction, entry);
}

function* findKindErrors(
  { version }: PactFile,
  { place, description }: Interaction,
  entry: JsonObject,
): Generator<KitError> {
  const { type = version < 4 ? HTTP_TYPE : null, transport = 'http', pluginConfiguration } = entry;
  if (isJsonObject(pluginConfiguration) && Object.keys(pluginConfiguration).length > 0)
    yield unverifiableError(place, `received "${description}" with a plugin configuration; plugins are not supported`);
  if (type === HTTP_TYPE && (transport === 'http' || transport === 'https')) return;
  const kind = `${stringifyJson(type)} over ${stringifyJson(transport)}`;
  yield unverifiableError(
    place,
    `received "${description}" of type ${kind}; only HTTP interactions can be verified against a base URL`,
  );
}

const HTTP_TYPE = 'Synchronous/HTTP';

/** The verifier makes up a description, so its result could not be found. */
function* findDescriptionErrors(
  _pact: PactFile,
  { place, index }: Interaction,
  { description }: JsonObject,
): Generator<KitError> {
  if (typeof description === 'string' && description !== '') return;
  yield unverifiableError(place, `interaction ${index + 1} has no description`);
}

/** The verifier ignores an invalid state or sets it up as "unknown provider states". */
function* findStateErrors(
  _pact: PactFile,
  { place, description }: Interaction,
  entry: JsonObject,
): Generator<KitError> {
  const { providerStates, providerState, provider_state } = entry;
  const isNamed = [providerState, provider_state].every((one) => isAbsent(one) || typeof one === 'string');
  const isList = isAbsent(providerStates) || (isJsonArray(providerStates) && providerStates.every(isProviderState));
  const singleState = providerState ?? provider_state;
  const listedStates = isJsonArray(providerStates) ? providerStates.filter(isJsonObject) : [];
  // Of the two notations, the verifier only reads the array.
  if (
    isJsonArray(providerStates) &&
    typeof singleState === 'string' &&
    !listedStates.some(({ name }) => name === singleState)
  )
    yield unverifiableError(
      place,
      `received "${description}" with the state "${singleState}", which its providerStates do not contain`,
    );
  if (isNamed && isList) return;
  yield unverifiableError(
    place,
    `received "${description}" with invalid provider states; expected an array of objects with a name`,
  );
}

function isProviderState(value: Json): boolean {
  if (!isJsonObject(value) || typeof value.name !== 'string') return false;
  return isAbsent(value.params) || isJsonObject(value.params);
}

function isAbsent(value: Json | undefined): boolean {
  return value === undefined || value === null;
}

/** The verifier crashes on a status that is not an integer. */
function* findStatusErrors(pact: PactFile, { place }: Interaction, { response }: JsonObject): Generator<KitError> {
  const status = isJsonObject(response) ? response.status : undefined;
  if (status === undefined) return;
  if (typeof status === 'number' && Number.isInteger(status) && status >= 100 && status <= 599) return;
  yield unverifiableError(
    placeInPact(pact, `${place.pointer}/response/status`),
    `received the status ${stringifyJson(status)}; expected an integer from 100 to 599`,
  );
}

/** The verifier compares a body that it cannot decode as it is, and would report a false positive. */
function* findBodyErrors(
  { version, ...pact }: PactFile,
  { place }: Interaction,
  entry: JsonObject,
): Generator<KitError> {
  if (version < 4) return;
  for (const part of ['request', 'response'] as const) {
    const { body } = isJsonObject(entry[part]) ? entry[part] : {};
    if (!isJsonObject(body) || isAbsent(body.encoded) || body.encoded === false) continue;
    const { encoded, content } = body;
    if (typeof encoded === 'string' && isDecodable(encoded.toLowerCase(), content)) continue;
    yield unverifiableError(
      placeInPact(pact, `${place.pointer}/${part}/body`),
      `received a body encoded as ${stringifyJson(encoded ?? null)} that cannot be decoded; supported are "base64" and "json"`,
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
