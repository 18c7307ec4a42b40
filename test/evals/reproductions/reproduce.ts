/** Whether what is printed to reproduce the findings of a variant reproduces them. */
import { replayCase } from '../../../contracts/conformance/replay.ts';
import type { Finding } from '../../../contracts/finding/finding.ts';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import { verify } from '../../conformance/support.ts';
import type { FaultyVariant } from '../zoo/variant.ts';
import type { VariantInfo, Zoo } from '../zoo/zoo.ts';

export type FaultyInfo = Omit<FaultyVariant, 'behavior'>;

export interface Reproduction {
  /** The check and the case id. */
  readonly finding: string;
  /** The status of the finding; undefined where the curl line is only a part of the case, which it says. */
  readonly expectedStatus: number | undefined;
  readonly curlStatus: number | undefined;
  /** The replay reports the same check for the same operation. */
  readonly isReplayed: boolean;
}

export interface ReproductionOptions {
  readonly zoo: Zoo;
  readonly variant: FaultyInfo;
  /** The maximum number of cases of the run. */
  readonly budget?: number;
  /** Runs a shell line with these variables, and returns its output. */
  runLine(line: string, environment: NodeJS.ProcessEnv): Promise<string>;
}

/** Each request to an implementation that hangs takes the whole time limit. */
export function isQuick(zoo: Zoo, variant: VariantInfo): variant is FaultyInfo {
  if (variant.kind === 'right' || variant.missedToday !== undefined) return false;
  return !zoo.foundBy(variant).includes('response-arrives');
}

/** Of the errors of the variant, the first of each check. */
export async function reproduceFindings(options: ReproductionOptions): Promise<readonly Reproduction[]> {
  const { zoo, variant, budget } = options;
  const store = await zoo.start(variant.name);
  try {
    const contract = await loadContract(zoo.contract);
    const target = { baseUrl: store.url, contract, credentials: zoo.credentials, timeoutMs: 20_000, concurrency: 4 };
    const { operations = [], categories = [] } = variant;
    const scope = { operations, categories, ...(budget !== undefined && { budget }) };
    const { findings } = await verify({ ...target, ...scope });
    const errors = findings.filter(({ severity }) => severity === 'error');
    const firsts = [...Map.groupBy(errors, ({ check }) => check).values()].flatMap((same) => same.slice(0, 1));
    const reproductions: Reproduction[] = [];
    for (const finding of firsts) {
      const curlStatus = await statusByCurl(finding, options);
      const replay = await replayCase(target, finding.evidence?.caseId ?? '');
      const isReplayed = replay.findings.some(
        ({ check, subject }) => check === finding.check && subject === finding.subject,
      );
      const title = `${finding.check} ${finding.evidence?.caseId}`;
      reproductions.push({ finding: title, expectedStatus: comparableStatus(finding), curlStatus, isReplayed });
    }
    return reproductions;
  } finally {
    await store.close();
  }
}

export function isReproduced({ expectedStatus, curlStatus, isReplayed }: Reproduction): boolean {
  return expectedStatus === curlStatus && isReplayed;
}

function comparableStatus({ evidence }: Finding): number | undefined {
  return evidence?.curlLimitations === undefined ? evidence?.response?.status : undefined;
}

async function statusByCurl(
  finding: Finding,
  { zoo: { credentials }, runLine }: ReproductionOptions,
): Promise<number | undefined> {
  if (comparableStatus(finding) === undefined) return undefined;
  const [token = credentials.token ?? ''] = credentials.byScheme.values();
  const names = [...credentials.byScheme].map(([name, secret]) => [`PLANT_STORE_TOKEN_${name}`, secret] as const);
  const environment = { ...process.env, PLANT_STORE_TOKEN: token, ...Object.fromEntries(names) };
  const output = await runLine(`${finding.evidence?.curl} -s`, environment);
  // The last status line: interim responses come before it.
  return [...output.matchAll(/^HTTP\/1\.[01] (\d{3})/gm)].map(([, status]) => Number(status)).at(-1);
}
