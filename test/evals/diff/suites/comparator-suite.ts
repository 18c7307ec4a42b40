/** Compares the verdicts of `pact compare` with those in the fixtures of openapi-pact-comparator, one for each interaction. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { comparePact } from '../../../../contracts/pact/compare/compare-pact.ts';
import { parsePact } from '../../../../contracts/pact/file/pact-file.ts';
import { KitError } from '../../../../errors.ts';
import { isJsonArray, isJsonObject, type Json, parseJson } from '../../../../spec/json/exact-json.ts';
import { parseSuiteDocument } from './parse-suite-document.ts';

/** The worst result for an interaction; `rejected`: one of the files is not read. */
export type InteractionVerdict = 'error' | 'warning' | 'none' | 'rejected';

export interface ComparedInteractionVerdict {
  readonly fixture: string;
  readonly interaction: number;
  readonly description: string;
  readonly theirs: InteractionVerdict;
  readonly ours: InteractionVerdict;
  /** `response.body.incompatible body.id: received ...` */
  readonly theirResults: readonly string[];
  readonly ourResults: readonly string[];
}

/** `folder`: a clone of openapi-pact-comparator. */
export async function compareWithComparator(folder: string): Promise<readonly ComparedInteractionVerdict[]> {
  const fixtures = path.join(folder, 'src/__tests__/fixtures/oas');
  const compared: ComparedInteractionVerdict[] = [];
  for (const name of readdirSync(fixtures).toSorted())
    if (existsSync(path.join(fixtures, name, 'oas.yaml'))) compared.push(...(await compareFixture(fixtures, name)));
  return compared;
}

async function compareFixture(fixtures: string, fixture: string): Promise<readonly ComparedInteractionVerdict[]> {
  const read = (name: string) => readFileSync(path.join(fixtures, fixture, name), 'utf8');
  const pactText = read('pact.json');
  const theirs = readTheirs(parsed(read('results.json')));
  const ours = await readOurs(pactText, path.join(fixtures, fixture));
  return readDescriptions(parsed(pactText)).map((description, interaction) => {
    const [own, other] = [ours, theirs].map((all) =>
      all.filter((one) => one.interaction === interaction || one.interaction < 0),
    );
    return {
      ...{ fixture, interaction, description },
      theirs: worst(other ?? []),
      ours: worst(own ?? []),
      theirResults: (other ?? []).map(({ text }) => text),
      ourResults: (own ?? []).map(({ text }) => text),
    };
  });
}

interface Result {
  /** Negative for the whole pact. */
  readonly interaction: number;
  readonly severity: string;
  readonly text: string;
}

function worst(results: readonly Result[]): InteractionVerdict {
  const severities = new Set(results.map(({ severity }) => severity));
  if (severities.has('rejected')) return 'rejected';
  if (severities.has('error')) return 'error';
  return severities.has('warning') ? 'warning' : 'none';
}

function parsed(text: string): Json {
  const result = parseJson(text);
  return result.ok ? result.value : null;
}

function readDescriptions(pact: Json): readonly string[] {
  const interactions = isJsonObject(pact) ? pact.interactions : undefined;
  if (!isJsonArray(interactions)) return [];
  return interactions.map((one) => (isJsonObject(one) ? String(one.description ?? '') : ''));
}

function readTheirs(results: Json): readonly Result[] {
  return (isJsonArray(results) ? results : []).filter(isJsonObject).map(({ type, code, message, mockDetails }) => {
    const location = isJsonObject(mockDetails) ? String(mockDetails.location) : '';
    const [, index = '-1'] = /interactions\[(\d+)\]/.exec(location) ?? [];
    return { interaction: Number(index), severity: String(type), text: `${code}: ${message}` };
  });
}

async function readOurs(pactText: string, folder: string): Promise<readonly Result[]> {
  try {
    const file = path.join(folder, 'oas.yaml');
    const contract = await parseSuiteDocument(file, readFileSync(file, 'utf8'));
    const pact = parsePact(path.join(folder, 'pact.json'), pactText);
    const { findings } = await comparePact(pact, contract);
    return findings.map(({ interaction, severity, code, message }) => ({
      interaction: interaction?.index ?? -1,
      severity,
      text: `${severity} ${code} ${message}`,
    }));
  } catch (error) {
    if (!(error instanceof KitError)) throw error;
    return [{ interaction: -1, severity: 'rejected', text: error.message }];
  }
}
