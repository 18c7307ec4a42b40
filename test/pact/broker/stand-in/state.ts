/** The data of the stub. */
import { createHash, randomUUID } from 'node:crypto';
import {
  canonicalJson,
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
} from '../../../../spec/json/exact-json.ts';

export interface BrokerState {
  readonly pacticipants: Map<string, Pacticipant>;
  /** In the order of arrival; the last is the latest. */
  readonly versions: PacticipantVersion[];
  readonly publications: Publication[];
  readonly results: VerificationResult[];
  readonly environments: Environment[];
  readonly deployments: Deployment[];
}

export interface Pacticipant {
  readonly name: string;
  mainBranch: string | undefined;
}

export interface PacticipantVersion {
  readonly pacticipant: string;
  readonly number: string;
  readonly branches: Set<string>;
  readonly tags: Set<string>;
  buildUrl: string | undefined;
}

/** A pact under a version of its consumer; the same content under another version has the same sha. */
export interface Publication {
  readonly consumer: string;
  readonly provider: string;
  readonly version: string;
  readonly sha: string;
  readonly content: JsonObject;
  readonly createdAt: Date;
}

export interface VerificationResult {
  readonly number: number;
  readonly consumer: string;
  readonly provider: string;
  readonly sha: string;
  readonly providerVersion: string;
  readonly success: boolean;
  readonly document: JsonObject;
}

export interface Environment {
  readonly uuid: string;
  readonly name: string;
  readonly displayName: string;
  readonly production: boolean;
}

export interface Deployment {
  readonly uuid: string;
  readonly pacticipant: string;
  readonly version: string;
  readonly environment: string;
  readonly target: string | undefined;
  isCurrent: boolean;
}

/** The two environments that a new broker has. */
export function emptyState(): BrokerState {
  const environments = [
    { uuid: randomUUID(), name: 'test', displayName: 'Test', production: false },
    { uuid: randomUUID(), name: 'production', displayName: 'Production', production: true },
  ];
  return {
    pacticipants: new Map(),
    versions: [],
    publications: [],
    results: [],
    environments,
    deployments: [],
  };
}

const MAIN_BRANCHES = ['develop', 'main', 'master'];

export function versionOf(state: BrokerState, pacticipant: string, number: string): PacticipantVersion {
  const known = findVersion(state, pacticipant, number);
  if (known !== undefined) return known;
  if (!state.pacticipants.has(pacticipant))
    state.pacticipants.set(pacticipant, { name: pacticipant, mainBranch: undefined });
  const made = {
    pacticipant,
    number,
    branches: new Set<string>(),
    tags: new Set<string>(),
    buildUrl: undefined,
  };
  state.versions.push(made);
  return made;
}

export function findVersion(state: BrokerState, pacticipant: string, number: string): PacticipantVersion | undefined {
  return state.versions.find((one) => one.pacticipant === pacticipant && one.number === number);
}

/** The first branch with one of the usual names becomes the main branch. */
export function addBranch(state: BrokerState, version: PacticipantVersion, branch: string): void {
  version.branches.add(branch);
  const pacticipant = state.pacticipants.get(version.pacticipant);
  if (pacticipant?.mainBranch === undefined && pacticipant !== undefined && MAIN_BRANCHES.includes(branch))
    pacticipant.mainBranch = branch;
}

/** The identity of the content for a verification: interactions and the version of the specification. */
export function shaOf(content: JsonObject): string {
  const { interactions = [], messages = [], metadata = {} } = content;
  const specification = isJsonObject(metadata) ? (metadata.pactSpecification ?? null) : null;
  const relevant = { interactions: withoutIds(interactions), messages, specification };
  return createHash('sha1').update(canonicalJson(relevant)).digest('hex');
}

function withoutIds(interactions: Json): Json {
  if (!isJsonArray(interactions)) return interactions;
  return interactions.map((one) =>
    isJsonObject(one) ? Object.fromEntries(Object.entries(one).filter(([key]) => key !== '_id')) : one,
  );
}

/** Two consumers may have the same content. */
export function isResultOf(result: VerificationResult, { consumer, provider, sha }: Publication): boolean {
  return result.consumer === consumer && result.provider === provider && result.sha === sha;
}

/** Each interaction gets an id, which results name. */
export function withIds(content: JsonObject): JsonObject {
  const { interactions } = content;
  if (!isJsonArray(interactions)) return content;
  const named = interactions.map((one) =>
    isJsonObject(one) ? { _id: createHash('sha1').update(canonicalJson(one)).digest('hex'), ...one } : one,
  );
  return { ...content, interactions: named };
}

/** The latest first. */
export function versionsWith(state: BrokerState, pacticipant: string, fits: (one: PacticipantVersion) => boolean) {
  return state.versions.filter((one) => one.pacticipant === pacticipant && fits(one)).toReversed();
}

export function isDeployed(
  state: BrokerState,
  { pacticipant, number }: PacticipantVersion,
  environment?: string,
): boolean {
  return state.deployments.some(
    (one) =>
      one.isCurrent &&
      one.pacticipant === pacticipant &&
      one.version === number &&
      (environment === undefined || one.environment === environment),
  );
}
