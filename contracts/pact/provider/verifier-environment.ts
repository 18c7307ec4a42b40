/**
 * Starts what the native verifier needs while it runs: the recording proxy, the server for provider states, and the
 * mask for secrets.
 */
import { randomBytes } from 'node:crypto';
import type { Mask } from '../../../secrets/masking.ts';
import { isJsonObject, type Json } from '../../../spec/json/exact-json.ts';
import { getMask } from '../../conformance/request/credentials/credential-mask.ts';
import { createDrawInteger } from '../../conformance/request/values/fresh-value-source.ts';
import { findOperation } from '../file/find-operation.ts';
import { ineffectiveRuleNotes } from '../file/ineffective-rules.ts';
import type { Interaction } from '../file/interaction.ts';
import type { PactFile } from '../file/pact-file.ts';
import { type CredentialPlacement, findCredentialPlacements } from './credential-placement.ts';
import { createStateEndpoint, isCallFor, type StateEndpoint } from './provider-states.ts';
import { startRecordingProxy } from './recording-proxy.ts';
import { builtInValues, createSecretPlaceholders, type SecretPlaceholders } from './secret-placeholders.ts';
import { type StateServer, type StateSetupFailure, startStateServer } from './state-server.ts';
import {
  DEFAULT_PACT_TIMEOUT_MS,
  type PactVerificationOptions,
  type RecordedExchange,
} from './verification-options.ts';

export interface VerifierEnvironment {
  /** The prefix of interaction tags; the proxy only forwards requests that have it. */
  readonly tagPrefix: string;
  /** The placeholder of each credential in recorded exchanges. */
  readonly placeholder: string;
  /** Arguments of the verifier: where to send requests and provider states, and time limits. */
  readonly args: readonly string[];
  /** Grows while the verifier runs. */
  readonly recorded: readonly RecordedExchange[];
  /** Masks all texts that are shown: the verifier prints responses, and implementations may return credentials. */
  readonly mask: Mask;
  /** For an interaction of the pact with this index, after the verifier has exited. Masked. */
  limitationsOf(pact: number, interaction: Interaction): InteractionLimitations;
  close(): Promise<void>;
}

/** `pacts` are in the order of their tags. */
export async function startVerifierEnvironment(
  options: PactVerificationOptions,
  pacts: readonly PactFile[],
): Promise<VerifierEnvironment> {
  const tagPrefix = randomBytes(16).toString('hex');
  // A separate random value, since local users can read the verifier's arguments and must not be able to use the proxy.
  const statesPath = randomBytes(16).toString('hex');
  const placeholders = createSecretPlaceholders();
  const { baseUrl, ca, timeoutMs = DEFAULT_PACT_TIMEOUT_MS } = options;
  const endpoint = configuredStateEndpoint(options, pacts);
  const placementsOf = placementLookup(options, pacts);
  const proxy = await startRecordingProxy({
    ...{ baseUrl, ca, timeoutMs, tagPrefix, placementsOf, placeholders },
    renewal: options.credentials.renewal,
    connection: options.credentials.connection,
  });
  const drawRandom = createDrawInteger(options.freshValueSeed);
  const builtIn = () => ({
    ...options.stateValues,
    ...builtInValues(options.contract, options.credentials, { placeholders, drawRandom }),
  });
  const states = await startStateServer({
    path: statesPath,
    placeholders,
    endpoint,
    builtInValues: builtIn,
  }).catch(async (error: unknown) => {
    await proxy.close();
    throw error;
  });
  const mask = createMask(options, placeholders);
  return {
    tagPrefix,
    placeholder: placeholders.recordedPlaceholder,
    args: [
      ...['--hostname', '127.0.0.1', '--port', String(proxy.port)],
      ...['--state-change-url', `http://127.0.0.1:${states.port}/${statesPath}`],
      ...(endpoint === undefined ? [] : ['--state-change-teardown']),
      // The proxy times out first and knows the reason.
      ...['--request-timeout', String(timeoutMs + 2_000)],
    ],
    recorded: proxy.recorded,
    mask,
    limitationsOf(pact, interaction) {
      const wasSent = proxy.recorded.some((one) => one.pact === pact && one.interaction === interaction.index);
      const placements = placementsOf(pact, interaction.index);
      const { uncheckedReason, notes } = findLimitations(interaction, { states, placements, wasSent });
      const pactNotes = pacts[pact] === undefined ? [] : ineffectiveRuleNotes(pacts[pact], interaction);
      return {
        uncheckedReason: uncheckedReason && mask(uncheckedReason),
        notes: [...pactNotes, ...notes].map(mask),
      };
    },
    async close() {
      await Promise.all([proxy.close(), states.close()]);
    },
  };
}

function configuredStateEndpoint(
  { statesUrl, timeoutMs = DEFAULT_PACT_TIMEOUT_MS }: PactVerificationOptions,
  pacts: readonly PactFile[],
): StateEndpoint | undefined {
  if (statesUrl === undefined) return undefined;
  const consumers = [...new Set(pacts.map(({ consumer }) => consumer))];
  return createStateEndpoint({
    url: statesUrl,
    timeoutMs,
    consumer: consumers.length === 1 ? consumers[0] : undefined,
  });
}

/** Looked up for each request: pacts of a broker arrive while the verifier runs. */
function placementLookup({ contract, credentials }: PactVerificationOptions, pacts: readonly PactFile[]) {
  return (pact: number, index: number): readonly CredentialPlacement[] => {
    const interaction = pacts[pact]?.interactions.find((one) => one.index === index);
    if (interaction === undefined) return [];
    const { method, path } = interaction.request;
    return findCredentialPlacements(interaction, findOperation(contract, method, path), credentials);
  };
}

function createMask({ credentials }: PactVerificationOptions, placeholders: SecretPlaceholders): Mask {
  const hideSecrets = getMask(credentials);
  return (text) => hideSecrets(placeholders.mask(text));
}

/** Why an interaction cannot be checked, and remarks for the reader. */
interface InteractionLimitations {
  /** Undefined if it can be checked. */
  readonly uncheckedReason: string | undefined;
  readonly notes: readonly string[];
}

interface LimitationInput {
  readonly states: Pick<StateServer, 'failures' | 'valueNamesOf'>;
  readonly placements: readonly CredentialPlacement[];
  /** The verifier sent the request, so its states were set up. */
  readonly wasSent: boolean;
}

function findLimitations(
  interaction: Interaction,
  { states, placements, wasSent }: LimitationInput,
): InteractionLimitations {
  const failures = states.failures.filter((one) => isFailureOf(interaction, one));
  const setup = wasSent ? undefined : failures.find(({ action }) => action === 'setup');
  if (setup !== undefined)
    return {
      uncheckedReason: `the provider state "${setup.state}" was not set up: ${setup.reason}`,
      notes: [],
    };
  // If nothing was sent, there is another cause, which is reported.
  const missing = wasSent ? missingStateValues(interaction, states) : [];
  const credential = missing.find((name) => name === 'token' || name.startsWith('credential.'));
  return {
    uncheckedReason:
      credential === undefined
        ? undefined
        : `it sends \${${credential}}, for which no option and no provider state returns a value`,
    notes: [
      ...missing.map((name) => `no provider state returns \${${name}}, so the example of the pact was sent`),
      ...placements.map(
        ({ in: place, name, scheme }) =>
          `${place} ${name}: the credential of ${scheme.name} was sent instead of the example`,
      ),
      ...failures
        .filter(({ action }) => action === 'teardown')
        .map(({ state, reason }) => `the provider state "${state}" was not torn down: ${reason}`),
    ],
  };
}

function isFailureOf({ states }: Interaction, failure: StateSetupFailure): boolean {
  return states.some(({ name, params }) => isCallFor(failure, name, params));
}

/** The verifier silently sends the example if a value is missing. */
function missingStateValues(
  { request, states }: Interaction,
  { valueNamesOf }: LimitationInput['states'],
): readonly string[] {
  const requestedStates = states.length === 0 ? [{ name: '', params: {} }] : states;
  const providedNames = requestedStates.flatMap(({ name, params }) => valueNamesOf(name, params) ?? []);
  if (providedNames.length === 0) return [];
  return [...new Set(generatorValueNames(request.raw.generators))].filter(
    (name) => !providedNames.some((names) => names.has(name)),
  );
}

/** The names of values that ProviderState generators use: `Bearer ${token}`, or `token` alone. */
function generatorValueNames(generators: Json | undefined): readonly string[] {
  if (!isJsonObject(generators)) return [];
  const { type, expression } = generators;
  if (type !== 'ProviderState') return Object.values(generators).flatMap(generatorValueNames);
  if (typeof expression !== 'string') return [];
  const referenced = [...expression.matchAll(/\$\{([^}]*)\}/g)].map(([, name = '']) => name);
  return referenced.length > 0 ? referenced : [expression];
}
