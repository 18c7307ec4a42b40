/** Which pacts may be published: what consumers' tests wrote, whole, and none in the place of another. */
import { KitError } from '../../../errors.ts';
import { isJsonObject } from '../../../spec/json/exact-json.ts';
import { refuseUnverifiable } from '../file/guards.ts';
import { type PactFile, pactPlace } from '../file/pact-file.ts';
import { readSources } from '../file/sources.ts';

/** Files, and the `.json` files of folders. Throws `pact-unreadable`, `pact-unverifiable`, `pact-unpublishable`. */
export async function publishable(given: readonly string[]): Promise<readonly PactFile[]> {
  const { pacts } = await readSources(given);
  pacts.forEach(refuseUnnamed);
  pacts.forEach(refuseGenerated);
  pacts.forEach(refuseUnverifiable);
  refuseSamePair(pacts);
  return pacts;
}

function refuseUnnamed(pact: PactFile): void {
  for (const role of ['consumer', 'provider'] as const) {
    const participant = pact.value[role];
    const name = isJsonObject(participant) ? participant.name : undefined;
    if (typeof name !== 'string' || name.trim() === '')
      throw new KitError('pact-unreadable', `a pact names its ${role}`, { where: whereIs(pact, `/${role}`) });
  }
}

/** It says what the contract says, not what a consumer needs: published it would be a promise to nobody. */
function refuseGenerated(pact: PactFile): void {
  const { metadata } = pact.value;
  const ours = isJsonObject(metadata) ? metadata['plant-store'] : undefined;
  // The native client writes metadata back as strings.
  if (!isJsonObject(ours) || String(ours.generated) !== 'true') return;
  throw new KitError(
    'pact-unpublishable',
    'it was generated from the contract; no consumer stands behind it',
    {
      where: whereIs(pact, '/metadata/plant-store'),
    },
  );
}

/** The native client would merge the two into one, or drop parts of one. */
function refuseSamePair(pacts: readonly PactFile[]): void {
  const seen = new Map<string, PactFile>();
  for (const pact of pacts) {
    const pair = JSON.stringify([pact.consumer, pact.provider]);
    const first = seen.get(pair);
    if (first !== undefined)
      throw new KitError(
        'pact-unpublishable',
        `${first.file} is a pact between ${pact.consumer} and ${pact.provider} too; under one version there is one`,
        { where: `${pact.file}:1` },
      );
    seen.set(pair, pact);
  }
}

function whereIs(pact: PactFile, pointer: string): string {
  return `${pact.file}:${pactPlace(pact, pointer).line}`;
}
