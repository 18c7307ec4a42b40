/** What makes a pact impossible to verify honestly: each of these has let a stock verifier pass without a check. */
import { isJsonArray, isJsonObject, type JsonObject, stringifyJson } from '../../../spec/json/exact-json.ts';
import { type Interaction, interactionName } from './interaction.ts';
import { refuseInteraction } from './interaction-guards.ts';
import { type PactFile, pactPlace } from './pact-file.ts';
import { refusal } from './refusal.ts';

/** Throws `pact-unverifiable` with the line that is at fault. */
export function refuseUnverifiable(pact: PactFile): void {
  refuseVersion(pact);
  refuseNames(pact);
  refusePlugins(pact);
  refuseMessages(pact);
  for (const interaction of pact.interactions) refuseInteraction(pact, interaction);
  refuseDuplicates(pact);
}

/** Of an unknown version the verifier says nothing, and reads it by the rules of another. */
function refuseVersion(pact: PactFile): void {
  if (pact.version >= 1 && pact.version < 5) return;
  const metadata = Object.keys(pact.value).includes('metadata') ? '/metadata' : '';
  throw refusal(
    pactPlace(pact, metadata),
    `received a version of the Pact specification that is none of 1 to 4; how it is to be read is not known`,
  );
}

/** Names are arguments of the native verifier, and no argument can hold a NUL. */
function refuseNames(pact: PactFile): void {
  const role = (['consumer', 'provider'] as const).find((one) => pact[one].includes('\0'));
  if (role === undefined) return;
  throw refusal(pactPlace(pact, `/${role}/name`), `received a ${role} whose name holds a NUL character`);
}

/** The verifier would fetch a plugin from the network and run it. */
function refusePlugins(pact: PactFile): void {
  const metadata = isJsonObject(pact.value.metadata) ? pact.value.metadata : {};
  const [named] = Object.entries(metadata).filter(
    ([key, value]) => key.toLowerCase() === 'plugins' && !isEmpty(value),
  );
  if (named === undefined) return;
  throw refusal(
    pactPlace(pact, `/metadata/${named[0]}`),
    'received a pact that needs plugins; plugins are not run',
  );
}

/** Version 3 keeps them in a list of their own, which the verifier passes over at a base URL. */
function refuseMessages(pact: PactFile): void {
  const { messages } = pact.value;
  if (isEmpty(messages)) return;
  throw refusal(
    pactPlace(pact, '/messages'),
    'received messages beside the interactions; only HTTP can be verified at a base URL',
  );
}

function isEmpty(value: JsonObject[string] | undefined): boolean {
  if (isJsonArray(value)) return value.length === 0;
  return value === undefined || value === null || (isJsonObject(value) && Object.keys(value).length === 0);
}

/** Brokers and writers of pacts know interactions by these, and of two that are the same Pact keeps only the last. */
function refuseDuplicates(pact: PactFile): void {
  const seen = new Map<string, Interaction>();
  for (const interaction of pact.interactions) {
    const key = stringifyJson([
      interaction.description,
      interaction.states.map(({ name, params }) => [name, params]),
    ]);
    const first = seen.get(key);
    if (first !== undefined)
      throw refusal(
        interaction.place,
        `received "${interactionName(interaction)}" twice, first at line ${first.place.line}; descriptions must differ`,
      );
    seen.set(key, interaction);
  }
}
