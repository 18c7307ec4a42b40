/** Small pacts as data: one interaction each, in the format of a version of the Pact specification. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runComparator } from '../../../contracts/pact/compare/comparator.ts';
import { comparePact } from '../../../contracts/pact/compare/compare-pact.ts';
import type { CompareFinding, CompareResult } from '../../../contracts/pact/compare/findings.ts';
import { readPact } from '../../../contracts/pact/file/pact-file.ts';
import { type Json, type JsonObject, stringifyJson } from '../../../spec/json/exact-json.ts';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import { fileOf } from '../support.ts';

export const fixtures = fileURLToPath(new URL('../../fixtures/pact/compare/', import.meta.url));

export const contracts = {
  shop: await loadContract(path.join(fixtures, 'shop.yaml')),
  garden: await loadContract(path.join(fixtures, 'garden.yaml')),
  files: await loadContract(path.join(fixtures, 'files/main.yaml')),
} as const;

/** One exchange; by default `GET /orders` and a 200, with the key of the shop. */
export interface SmallInteraction {
  readonly request: string;
  readonly query?: Json;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Json;
  /** By default `application/json`. */
  readonly type?: string;
  readonly generators?: JsonObject;
  readonly status?: number;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  readonly responseBody?: Json;
  readonly responseType?: string;
  readonly matchingRules?: JsonObject;
  readonly states?: readonly string[];
  readonly version?: 2 | 3 | 4;
  readonly pending?: boolean;
}

/** The pact as a file. Resolves to its path. */
export function writePact(...interactions: readonly SmallInteraction[]): string {
  const version = interactions[0]?.version ?? 4;
  const pact = {
    consumer: { name: 'c' },
    provider: { name: 'p' },
    interactions: interactions.map((interaction, index) => interactionOf(interaction, version, index)),
    metadata: { pactSpecification: { version: `${version}.0.0` } },
  };
  return fileOf(stringifyJson(pact, 1));
}

function interactionOf(interaction: SmallInteraction, version: number, index: number): JsonObject {
  const [method = '', target = ''] = interaction.request.split(' ');
  const {
    query,
    headers = {},
    body,
    type,
    generators,
    status = 200,
    responseBody,
    responseType,
    matchingRules,
  } = interaction;
  const list = (values: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(values).map(([name, text]) => [name, version < 4 ? text : [text]]));
  return {
    description: `exchange ${index + 1}`,
    ...(version === 4 ? { type: 'Synchronous/HTTP' } : {}),
    ...statesOf(interaction, version),
    ...(interaction.pending === undefined ? {} : { pending: interaction.pending }),
    request: {
      method,
      path: target,
      ...(query === undefined ? {} : { query }),
      headers: list(headers),
      ...bodyOf(body, type, version),
      ...(generators === undefined ? {} : { generators }),
    },
    response: {
      status,
      headers: list(interaction.responseHeaders ?? {}),
      ...bodyOf(responseBody, responseType, version),
      ...(matchingRules === undefined ? {} : { matchingRules }),
    },
  };
}

function statesOf({ states = [] }: SmallInteraction, version: number): JsonObject {
  const [first] = states;
  if (version === 2) return first === undefined ? {} : { providerState: first };
  return { providerStates: states.map((name) => ({ name })) };
}

function bodyOf(body: Json | undefined, type = 'application/json', version = 4): JsonObject {
  if (body === undefined) return {};
  return { body: version < 4 ? body : { content: body, contentType: type, encoded: false } };
}

export interface PactComparison {
  readonly pactFile: string;
  readonly contract: Contract;
}

export async function compareFile({ pactFile, contract }: PactComparison): Promise<CompareResult> {
  return comparePact(await readPact(pactFile), contract);
}

/** `error request.body.incompatible body.id`, without silent findings. */
export async function reportedFindings(
  contract: Contract,
  ...interactions: readonly SmallInteraction[]
): Promise<readonly string[]> {
  const { findings } = await compareFile({ pactFile: writePact(...interactions), contract });
  return findings.filter(({ severity }) => severity !== 'unspecified').map(shortFinding);
}

/** The same with silent findings. */
export async function allFindings(
  contract: Contract,
  ...interactions: readonly SmallInteraction[]
): Promise<readonly string[]> {
  return (await compareFile({ pactFile: writePact(...interactions), contract })).findings.map(shortFinding);
}

function shortFinding({ severity, code, message }: CompareFinding): string {
  return `${severity} ${code} ${message.slice(0, message.indexOf(': received '))}`;
}

/** The codes of the errors of the comparator alone, which ignores servers. */
export async function comparatorErrors(
  contract: Contract,
  ...interactions: readonly SmallInteraction[]
): Promise<readonly string[]> {
  const pact = await readPact(writePact(...interactions));
  return (await runComparator(pact, contract)).filter(({ type }) => type === 'error').map(({ code }) => code);
}
