/** What became of each pact of a verification through the broker, and what of it cannot stand. */
import { KitError } from '../../../errors.ts';
import type { Mask } from '../../../secrets/masking.ts';
import { isJsonObject, parseJsonBytes } from '../../../spec/json/exact-json.ts';
import type { VerifierExit } from '../native/process.ts';
import type { InteractionResult } from '../provider/interaction-result.ts';
import { refuseTrouble } from './broker-cli.ts';
import type { HeldPact, HeldPacts, ListedPact } from './held-pacts.ts';
import { answered, type BrokerRequest, isSuccess, type Relayed, refusal } from './relayed.ts';
import { isResult } from './result-publication.ts';

export interface ToldPact {
  /** As the broker calls it. */
  readonly name: string;
  /** Its address at the broker. */
  readonly file: string | undefined;
  readonly isPending: boolean;
  readonly isWip: boolean;
  /** What the broker was told of it and has taken; undefined when nothing was. */
  readonly published: 'success' | 'failure' | undefined;
  /** Why it was not verified. */
  readonly refused: string | undefined;
}

/** `mask` for names and reasons: they are from the broker. */
export function toldPacts(
  { held, refused }: HeldPacts,
  log: readonly Relayed[],
  mask: Mask,
): readonly ToldPact[] {
  const told = ({ name, isPending, isWip }: ListedPact) => ({ name: mask(name), isPending, isWip });
  return [
    ...held.map((one) => {
      return { ...told(one), file: one.pact.file, published: publishedOf(one, log), refused: undefined };
    }),
    ...refused.map((one) => {
      const why = mask(`${one.error.title}: ${one.error.detail}`);
      return { ...told(one), file: one.error.where, published: undefined, refused: why };
    }),
  ];
}

/** Each pact that the broker listed was held or refused; whatever else happened is told as what it is. */
export function refuseUnaccounted(
  { listed, held, refused }: HeldPacts,
  log: readonly Relayed[],
  { output }: VerifierExit,
): void {
  refuseTrouble(log.filter(({ asked }) => !isPublishing(asked)));
  if (listed === undefined) {
    const last = log.findLast((one) => !isSuccess(one));
    // A provider that the broker does not know has no pacts.
    if (last?.outcome.kind === 'answer' && last.outcome.status === 404 && isListing(last.asked)) return;
    if (last !== undefined) throw new KitError('broker-refused', `${last.asked.path}: ${refusal(last)}`);
    throw new KitError('broker-unusable', `the verifier found no way to the pacts:\n${lastLines(output)}`);
  }
  const missing = listed.length - held.length - refused.length;
  if (missing === 0) return;
  const last = log.findLast((one) => !isSuccess(one));
  const why = last === undefined ? '' : `: ${last.asked.path}: ${refusal(last)}`;
  throw new KitError('broker-unusable', `${missing} of ${listed.length} pacts could not be fetched${why}`);
}

function isListing({ path }: BrokerRequest): boolean {
  return path.endsWith('/for-verification');
}

/** The branch of the provider's version, and the result. */
function isPublishing(asked: BrokerRequest): boolean {
  return isResult(asked) || asked.method === 'PUT' || /^\/pacticipants\//.test(asked.path);
}

export interface PublishingCheck {
  readonly held: readonly HeldPact[];
  readonly log: readonly Relayed[];
  readonly publish: boolean;
  readonly results: readonly InteractionResult[];
}

/** The verifier logs a publication that failed, and ends with 0. Undefined when all went well. */
export function unpublished({ held, log, publish, results }: PublishingCheck): KitError | undefined {
  if (!publish) return undefined;
  try {
    refuseTrouble(log.filter(({ asked }) => isPublishing(asked)));
  } catch (error) {
    if (error instanceof KitError) return notPublished(error);
    throw error;
  }
  const refused = log.find((one) => isPublishing(one.asked) && !isSuccess(one));
  if (refused !== undefined)
    return new KitError(
      'broker-refused',
      `results were not published: ${refused.asked.path}: ${refusal(refused)}`,
    );
  const untold = held.find((one) => publishedOf(one, log) === undefined);
  if (untold !== undefined)
    return new KitError('broker-unusable', `no result of the ${untold.name} was published`);
  return contradiction(held, log, results);
}

function notPublished({ code, detail, fix }: KitError): KitError {
  return new KitError(code, `results were not published: ${detail}`, { fix });
}

/** What the broker believes now must be what this run has found. */
function contradiction(
  held: readonly HeldPact[],
  log: readonly Relayed[],
  results: readonly InteractionResult[],
): KitError | undefined {
  const wrong = held.find((one) => {
    const own = results.filter(({ pactFile }) => pactFile === one.pact.file);
    return publishedOf(one, log) === 'success' && own.some(({ status }) => status !== 'passed');
  });
  if (wrong === undefined) return undefined;
  return new KitError(
    'pact-verifier-failed',
    `a success was published of the ${wrong.name}, which did not pass`,
  );
}

/** The broker gives back what it has taken; what answers otherwise, such as a login page, has taken nothing. */
function publishedOf({ resultPath }: HeldPact, log: readonly Relayed[]): ToldPact['published'] {
  const taken = log.findLast((one) => isResult(one.asked) && one.asked.path === resultPath && isSuccess(one));
  const parsed = taken === undefined ? undefined : parseJsonBytes(taken.asked.body);
  if (taken === undefined || parsed?.ok !== true || !isJsonObject(parsed.value)) return undefined;
  if (answered(taken).success !== parsed.value.success) return undefined;
  return parsed.value.success === true ? 'success' : 'failure';
}

function lastLines(output: string): string {
  return output.trimEnd().split('\n').slice(-8).join('\n');
}
