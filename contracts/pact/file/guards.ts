/** What makes a pact impossible to verify honestly: each of these has let a stock verifier pass without a check. */
import { KitError } from '../../../errors.ts';
import type { Place } from '../../../spec/contract.ts';
import { isJsonArray, isJsonObject, stringifyJson } from '../../../spec/exact-json.ts';
import { type Interaction, interactionName } from './interaction.ts';
import { type PactFile, pactPlace } from './pact-file.ts';

/** Throws `pact-unverifiable` with the line that is at fault. */
export function refuseUnverifiable(pact: PactFile): void {
  refusePlugins(pact);
  for (const interaction of pact.interactions) refuseOtherProtocols(pact, interaction);
  refuseDuplicates(pact);
}

/** The verifier would fetch a plugin from the network and run it. */
function refusePlugins(pact: PactFile): void {
  const plugins = isJsonObject(pact.value.metadata) ? pact.value.metadata.plugins : undefined;
  if (plugins === undefined || (isJsonArray(plugins) && plugins.length === 0)) return;
  throw refusal(
    pactPlace(pact, '/metadata/plugins'),
    'received a pact that needs plugins; plugins are not run',
  );
}

function refuseOtherProtocols(pact: PactFile, { index, place, description }: Interaction): void {
  const raw = pact.value.interactions;
  const entry = isJsonArray(raw) ? raw[index] : undefined;
  if (!isJsonObject(entry)) return;
  const { type = 'Synchronous/HTTP', transport = 'http' } = entry;
  if (type === 'Synchronous/HTTP' && (transport === 'http' || transport === 'https')) return;
  const kind = `${stringifyJson(type)} over ${stringifyJson(transport)}`;
  throw refusal(place, `received "${description}" of kind ${kind}; only HTTP can be verified at a base URL`);
}

/** Results name interactions by description, and of two that are the same Pact keeps only the last. */
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

function refusal(place: Place, detail: string): KitError {
  return new KitError('pact-unverifiable', detail, { where: `${place.file}:${place.line}` });
}
