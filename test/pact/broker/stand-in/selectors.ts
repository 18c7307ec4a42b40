/** Selects the pacts that a provider must verify: consumer version selectors, pending pacts, work in progress. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../../spec/json/exact-json.ts';
import {
  type BrokerState,
  findVersion,
  isDeployed,
  isResultOf,
  type PacticipantVersion,
  type Publication,
  versionsWith,
} from './state.ts';

export interface ForVerification {
  readonly publication: Publication;
  readonly isPending: boolean;
  readonly isWip: boolean;
}

/** One for each content; `request` is the body of the query. */
export function forVerification(state: BrokerState, provider: string, request: JsonObject): readonly ForVerification[] {
  const branch = typeof request.providerVersionBranch === 'string' ? request.providerVersionBranch : undefined;
  const selectors = objects(request.consumerVersionSelectors);
  const wanted = selectors.length === 0 ? [{ latest: true }] : selectors;
  const own = state.publications.filter((one) => one.provider === provider);
  const consumers = [...new Set(own.map(({ consumer }) => consumer))];
  const selected = wanted.flatMap((selector) =>
    consumers.flatMap((consumer) => selectPacts(state, own, { consumer, selector, branch })),
  );
  const required = byContent(selected).map((publication) => ({
    publication,
    isPending: request.includePendingStatus === true && isPending(state, publication, branch),
    isWip: false,
  }));
  const selectedKeys = new Set(selected.map(keyOf));
  const wip = branch === undefined ? [] : inProgress(state, own, { branch, since: request.includeWipPactsSince });
  const added = byContent(wip.filter((one) => !selectedKeys.has(keyOf(one))));
  return [...required, ...added.map((publication) => ({ publication, isPending: true, isWip: true }))];
}

function byContent(publications: readonly Publication[]): readonly Publication[] {
  return [...new Map(publications.map((one) => [keyOf(one), one])).values()];
}

function keyOf({ consumer, sha }: Publication): string {
  return `${consumer} ${sha}`;
}

interface SelectorContext {
  readonly consumer: string;
  readonly selector: JsonObject;
  readonly branch: string | undefined;
}

function selectPacts(state: BrokerState, own: readonly Publication[], { consumer, selector, branch }: SelectorContext) {
  if (selector.consumer !== undefined && selector.consumer !== consumer) return [];
  const has = (version: PacticipantVersion) => publicationOf(own, version) !== undefined;
  const matchingVersions = (fits: (version: PacticipantVersion) => boolean) =>
    versionsWith(state, consumer, (version) => has(version) && fits(version));
  const pacts = (versions: readonly PacticipantVersion[]) => versions.flatMap((one) => publicationOf(own, one) ?? []);
  if (selector.deployedOrReleased === true || selector.deployed === true)
    return pacts(matchingVersions((one) => isDeployed(state, one, environmentOf(selector))));
  const wanted = branchWanted(state, { consumer, selector, branch });
  if (wanted !== undefined) return pacts(matchingVersions(({ branches }) => branches.has(wanted)).slice(0, 1));
  if (typeof selector.tag === 'string') {
    const { tag, latest } = selector;
    return pacts(matchingVersions(({ tags }) => tags.has(tag)).slice(0, latest === true ? 1 : undefined));
  }
  return selector.latest === true ? pacts(matchingVersions(() => true).slice(0, 1)) : [];
}

/** A branch that does not exist, if the main branch is requested and unknown. */
function branchWanted(state: BrokerState, { consumer, selector, branch }: SelectorContext): string | undefined {
  if (selector.mainBranch === true) return state.pacticipants.get(consumer)?.mainBranch ?? '\0';
  if (selector.matchingBranch === true) return branch ?? '\0';
  return typeof selector.branch === 'string' ? selector.branch : undefined;
}

function environmentOf({ environment }: JsonObject): string | undefined {
  return typeof environment === 'string' ? environment : undefined;
}

function publicationOf(
  own: readonly Publication[],
  { pacticipant, number }: PacticipantVersion,
): Publication | undefined {
  return own.findLast((one) => one.consumer === pacticipant && one.version === number);
}

/** New to the provider: no version of its branch has verified this content yet. */
function isPending(state: BrokerState, publication: Publication, branch: string | undefined): boolean {
  return !state.results.some(
    (result) =>
      isResultOf(result, publication) &&
      result.success &&
      (branch === undefined ||
        findVersion(state, publication.provider, result.providerVersion)?.branches.has(branch) === true),
  );
}

function inProgress(
  state: BrokerState,
  own: readonly Publication[],
  { branch, since }: { readonly branch: string; readonly since: Json | undefined },
): readonly Publication[] {
  if (typeof since !== 'string') return [];
  const after = new Date(since);
  const heads = [...Map.groupBy(own, ({ consumer }) => consumer)].flatMap(([consumer, publications]) => {
    const branches = new Set(versionsWith(state, consumer, () => true).flatMap((one) => [...one.branches]));
    return [...branches].flatMap((name) => {
      const [latest] = versionsWith(state, consumer, (one) => one.branches.has(name));
      return latest === undefined ? [] : (publicationOf(publications, latest) ?? []);
    });
  });
  return heads.filter((one) => one.createdAt >= after && isPending(state, one, branch));
}

function objects(value: Json | undefined): readonly JsonObject[] {
  return isJsonArray(value) ? value.filter(isJsonObject) : [];
}
