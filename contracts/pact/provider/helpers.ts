/** What stands around the native verifier while it runs: the recording proxy, the provider states, and what hides secrets. */
import { randomBytes } from 'node:crypto';
import type { Mask } from '../../../secrets/masking.ts';
import { masker } from '../../conformance/request/credentials/mask.ts';
import { drawFrom } from '../../conformance/request/values/fresh-source.ts';
import type { Interaction } from '../file/interaction.ts';
import { operationFor } from '../file/operation-for.ts';
import type { PactFile } from '../file/pact-file.ts';
import { notesOn } from '../file/pact-notes.ts';
import { DEFAULT_TIMEOUT_MS, type PactCheck } from './check.ts';
import { type Circumstances, circumstancesOf } from './circumstances.ts';
import { credentialsFor, type Placement } from './credentials-for.ts';
import { builtInValues } from './fresh-values.ts';
import type { Recorded } from './recorded.ts';
import { startRecordingProxy } from './recording-proxy.ts';
import { type StandIns, standIns } from './stand-ins.ts';
import { type StateEndpoint, stateEndpoint } from './state-endpoint.ts';
import { startStateServer } from './state-server.ts';

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
