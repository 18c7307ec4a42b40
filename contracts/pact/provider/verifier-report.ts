/** The verifier's JSON report as data. What is missing or malformed in it is never taken for a pass. */
import { KitError } from '../../../errors.ts';
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJson,
} from '../../../spec/json/exact-json.ts';
import { type Mismatch, mismatchOf, unanswered } from './mismatch.ts';

export interface InteractionReport {
  readonly description: string;
  readonly ok: boolean;
  /** What the verifier says of a failed interaction; empty when it holds. */
  readonly mismatches: readonly Mismatch[];
  /** What in the pact itself it could not apply to the answer, in its own words: that says nothing of the answer. */
  readonly inapplicable?: string | undefined;
}

/** In the order of the report, which is the order of the pact. Throws `pact-verifier-failed`. */
export function readReport(text: string): readonly InteractionReport[] {
  const parsed = parseJson(text);
  const report = parsed.ok && isJsonObject(parsed.value) ? parsed.value : undefined;
  if (report === undefined || !isJsonArray(report.interactionResults))
    throw new KitError('pact-verifier-failed', 'its report is missing or is no report');
  const failures = [...objects(report.errors), ...objects(report.pendingErrors)];
  return report.interactionResults.map((result) => {
    const { description, result: outcome } = isJsonObject(result) ? result : {};
    const name = typeof description === 'string' ? description : '';
    if (outcome === 'OK') return { description: name, ok: true, mismatches: [] };
    const failure = takeFailure(failures, name);
    const found = { mismatches: mismatchesOf(failure), inapplicable: inapplicableIn(failure) };
    return { description: name, ok: false, ...found };
  });
}

/** A regular expression of the pact, say, that the verifier cannot read. What quotes an answer begins otherwise. */
function inapplicableIn(failure: JsonObject | undefined): string | undefined {
  const detail = isJsonObject(failure?.mismatch) ? failure.mismatch : {};
  return objects(detail.mismatches)
    .map(({ mismatch: sentence }) => String(sentence).replace(/^Mismatch with header '.*?': /, ''))
    .find((sentence) => /^'.*' is not a valid regular expression - |^Could not apply the '/s.test(sentence));
}

/** Failures stand in the order of the interactions and are named `Verifying ... - <description>`. */
function takeFailure(failures: JsonObject[], description: string): JsonObject | undefined {
  const index = failures.findIndex(({ interaction }) => String(interaction).endsWith(` - ${description}`));
  return index < 0 ? undefined : failures.splice(index, 1)[0];
}

function mismatchesOf(failure: JsonObject | undefined): readonly Mismatch[] {
  const detail = isJsonObject(failure?.mismatch) ? failure.mismatch : {};
  const listed = objects(detail.mismatches).map(mismatchOf).toSorted(inOrder);
  if (listed.length > 0) return listed;
  const reason = typeof detail.message === 'string' ? detail.message : 'the verifier gives no reason';
  return [unanswered(reason)];
}

/** The status first, then headers, then the body, each by name: the verifier tells them in another order each time. */
function inOrder(a: Mismatch, b: Mismatch): number {
  return rank(a) - rank(b) || (a.at < b.at ? -1 : Number(a.at > b.at));
}

function rank({ at }: Mismatch): number {
  const parts = ['call', 'status', 'header', 'body'];
  return parts.findIndex((part) => at.startsWith(part));
}

function objects(value: Json | undefined): JsonObject[] {
  return isJsonArray(value) ? value.filter(isJsonObject) : [];
}
