/** What stands around the native verifier while it runs: the recording proxy, the provider states, and what hides secrets. */
import { randomBytes } from 'node:crypto';
import type { Mask } from '../../../secrets/masking.ts';
import { isJsonObject, type Json } from '../../../spec/json/exact-json.ts';
import { masker } from '../../conformance/request/credentials/mask.ts';
import { drawFrom } from '../../conformance/request/values/fresh-source.ts';
import type { Interaction } from '../file/interaction.ts';
import { operationFor } from '../file/operation-for.ts';
import type { PactFile } from '../file/pact-file.ts';
import { notesOn } from '../file/pact-notes.ts';
import { DEFAULT_TIMEOUT_MS, type PactCheck, type Recorded } from './check.ts';
import { credentialsFor, type Placement } from './credentials-for.ts';
import { startRecordingProxy } from './recording-proxy.ts';
import { builtInValues, type StandIns, standIns } from './stand-ins.ts';
import { type StateFailure, type StateServer, startStateServer } from './state-server.ts';
import { isOf, type StateEndpoint, stateEndpoint } from './states.ts';

export interface Helpers {
  /** Nobody without it reaches the implementation through the proxy; the tags of interactions begin with it. */
  readonly pass: string;
  /** What each credential is recorded as. */
  readonly standIn: string;
  /** Of the verifier: where to send requests and provider states, and for how long to wait. */
  readonly args: readonly string[];
  /** Grows while the verifier runs. */
  readonly recorded: readonly Recorded[];
  /** For whatever is shown: the verifier prints answers, and implementations send credentials back. */
  readonly mask: Mask;
  /** Of an interaction of the pact with that index, once the verifier has ended. Masked. */
  circumstances(pact: number, interaction: Interaction): Circumstances;
  close(): Promise<void>;
}

/** `pacts` in the order of their tags. */
export async function startHelpers(check: PactCheck, pacts: readonly PactFile[]): Promise<Helpers> {
  const pass = randomBytes(16).toString('hex');
  // An argument of the verifier, which others on this machine can read: it must not open the proxy.
  const statesPass = randomBytes(16).toString('hex');
  const hidden = standIns();
  const { baseUrl, ca, timeoutMs = DEFAULT_TIMEOUT_MS } = check;
  const endpoint = endpointOf(check, pacts);
  const placementsOf = placementsIn(check, pacts);
  const proxy = await startRecordingProxy({ baseUrl, ca, timeoutMs, pass, placementsOf, standIns: hidden });
  const draw = drawFrom(check.freshSeed);
  const builtIn = () => builtInValues(check.contract, check.credentials, { standIns: hidden, draw });
  const states = await startStateServer({ pass: statesPass, standIns: hidden, endpoint, builtIn }).catch(
    async (error: unknown) => {
      await proxy.close();
      throw error;
    },
  );
  const mask = maskOf(check, hidden);
  return {
    pass,
    standIn: hidden.recorded,
    args: [
      ...['--hostname', '127.0.0.1', '--port', String(proxy.port)],
      ...['--state-change-url', `http://127.0.0.1:${states.port}/${statesPass}`],
      ...(endpoint === undefined ? [] : ['--state-change-teardown']),
      // The helpers give up first, and know better why.
      ...['--request-timeout', String(timeoutMs + 2_000)],
    ],
    recorded: proxy.recorded,
    mask,
    circumstances(pact, interaction) {
      const wasSent = proxy.recorded.some(
        (one) => one.pact === pact && one.interaction === interaction.index,
      );
      const placements = placementsOf(pact, interaction.index);
      const { unjudged, notes } = circumstancesOf(interaction, { states, placements, wasSent });
      const known = pacts[pact] === undefined ? [] : notesOn(pacts[pact], interaction);
      return { unjudged: unjudged && mask(unjudged), notes: [...known, ...notes].map(mask) };
    },
    async close() {
      await Promise.all([proxy.close(), states.close()]);
    },
  };
}

function endpointOf(
  { statesUrl, timeoutMs = DEFAULT_TIMEOUT_MS }: PactCheck,
  pacts: readonly PactFile[],
): StateEndpoint | undefined {
  if (statesUrl === undefined) return undefined;
  const consumers = [...new Set(pacts.map(({ consumer }) => consumer))];
  return stateEndpoint({
    url: statesUrl,
    timeoutMs,
    consumer: consumers.length === 1 ? consumers[0] : undefined,
  });
}

/** Looked up when asked: pacts of a broker come while the verifier runs. */
function placementsIn({ contract, credentials }: PactCheck, pacts: readonly PactFile[]) {
  return (pact: number, index: number): readonly Placement[] => {
    const interaction = pacts[pact]?.interactions.find((one) => one.index === index);
    if (interaction === undefined) return [];
    const { method, path } = interaction.request;
    return credentialsFor(interaction, operationFor(contract, method, path), credentials);
  };
}

function maskOf({ credentials }: PactCheck, hidden: StandIns): Mask {
  const hideSecrets = masker(credentials);
  return (text) => hideSecrets(hidden.mask(text));
}

/** What surrounds an interaction besides its exchange: why it cannot be judged, and what a person has to know of it. */
interface Circumstances {
  /** Undefined where it can be judged. */
  readonly unjudged: string | undefined;
  readonly notes: readonly string[];
}

interface Surroundings {
  readonly states: Pick<StateServer, 'failures' | 'givenBy'>;
  readonly placements: readonly Placement[];
  /** The verifier called for it, so that its states were set up. */
  readonly wasSent: boolean;
}

function circumstancesOf(
  interaction: Interaction,
  { states, placements, wasSent }: Surroundings,
): Circumstances {
  const failures = states.failures.filter((one) => failedFor(interaction, one));
  const setup = wasSent ? undefined : failures.find(({ action }) => action === 'setup');
  if (setup !== undefined)
    return { unjudged: `the provider state "${setup.state}" was not set up: ${setup.reason}`, notes: [] };
  // That nothing was sent has another cause, which is told.
  const missing = wasSent ? missingFor(interaction, states) : [];
  const credential = missing.find((name) => name === 'token' || name.startsWith('credential.'));
  return {
    unjudged:
      credential === undefined
        ? undefined
        : `it sends \${${credential}}, which no option and no provider state gives`,
    notes: [
      ...missing.map((name) => `no provider state gives \${${name}}: the example of the pact was sent`),
      ...placements.map(
        ({ in: place, name, scheme }) =>
          `${place} ${name}: the credential of ${scheme.name} was sent in the place of the example`,
      ),
      ...failures
        .filter(({ action }) => action === 'teardown')
        .map(({ state, reason }) => `the provider state "${state}" was not torn down: ${reason}`),
    ],
  };
}

function failedFor({ states }: Interaction, failure: StateFailure): boolean {
  return states.some(({ name, params }) => isOf(failure, name, params));
}

/** The verifier sends the example of a value that it is not given, and says nothing. */
function missingFor(
  { request, states }: Interaction,
  { givenBy }: Surroundings['states'],
): readonly string[] {
  const called = states.length === 0 ? [{ name: '', params: {} }] : states;
  const given = called.flatMap(({ name, params }) => givenBy(name, params) ?? []);
  if (given.length === 0) return [];
  return [...new Set(namesIn(request.raw.generators))].filter(
    (name) => !given.some((names) => names.has(name)),
  );
}

/** The names that ProviderState generators ask for: `Bearer ${token}`, or `token` alone. */
function namesIn(generators: Json | undefined): readonly string[] {
  if (!isJsonObject(generators)) return [];
  const { type, expression } = generators;
  if (type !== 'ProviderState') return Object.values(generators).flatMap(namesIn);
  if (typeof expression !== 'string') return [];
  const named = [...expression.matchAll(/\$\{([^}]*)\}/g)].map(([, name = '']) => name);
  return named.length > 0 ? named : [expression];
}
