/** A verification as a stage of a report and as JSON. */
import type { JsonObject } from '../../../spec/json/exact-json.ts';
import type { Exchange } from '../../conformance/model/exchange.ts';
import { deduplicateWithinStage } from '../../finding/deduplicate.ts';
import type { Finding } from '../../finding/finding.ts';
import { areAllWaived, type Report, type WaiverUse, waiverLookup } from '../../report/report.ts';
import type { AttemptedCheck, ReportedFinding, StageReport } from '../../report/stage-report.ts';
import { pluralize } from '../../report/text-format.ts';
import { interactionName } from '../file/interaction.ts';
import type { InteractionResult } from './interaction-result.ts';
import { isAsExpected, type ProviderResult } from './verify-provider.ts';

/** The stage lists every interaction and every violated check. */
export function createProviderStage(result: ProviderResult): StageReport<Finding> {
  const { interactions, durationMs, output } = result;
  const findings = deduplicateWithinStage(interactions.flatMap((one) => one.findings));
  return {
    name: 'provider check',
    status: verificationStatus(result, findings),
    summary: summarizeInteractions(interactions),
    ms: Math.round(durationMs),
    attemptedChecks: interactions.map(toAttemptedCheck),
    findings,
    notes: collectNotes(interactions),
    unattempted: uncheckedInteractions(result),
    engine: { name: 'pact verifier', output },
  };
}

/** A broker may have no pacts, and that may be expected: then the stage is not applicable. */
function verificationStatus({ ok, interactions }: ProviderResult, findings: readonly Finding[]): StageReport['status'] {
  if (ok) return interactions.length === 0 ? 'not applicable' : 'passed';
  return findings.some(({ severity }) => severity === 'error') ? 'failed' : 'not run';
}

/** Descriptions of unchecked interactions, which make the verdict inconclusive. */
function uncheckedInteractions({ interactions }: ProviderResult): readonly string[] {
  return interactions
    .filter(({ status, isPending }) => status === 'not checked' && !isPending)
    .map(({ interaction, reason }) => `${interactionName(interaction)}: ${reason}`);
}

function summarizeInteractions(interactions: readonly InteractionResult[]): string {
  const passed = interactions.filter(({ status }) => status === 'passed').length;
  const unchecked = interactions.filter(({ status }) => status === 'not checked').length;
  const pending = interactions.filter(({ status, isPending }) => status === 'failed' && isPending).length;
  return [
    `${passed} of ${pluralize(interactions.length, 'interaction')} passed`,
    ...(pending === 0 ? [] : [`${pending} pending failed`]),
    ...(unchecked === 0 ? [] : [`${unchecked} not checked`]),
  ].join(', ');
}

function toAttemptedCheck({ consumer, interaction, status, reason, isPending }: InteractionResult): AttemptedCheck {
  return {
    subject: interactionName(interaction),
    check: 'pact-expectation',
    count: status === 'not checked' ? 0 : 1,
    consumer,
    place: interaction.place,
    ...(status === 'not checked' && reason !== undefined ? { uncheckedReason: reason } : {}),
    ...(isPending ? { isPending } : {}),
  };
}

/** Each note once, with its interaction or the first of several. */
function collectNotes(interactions: readonly InteractionResult[]): readonly string[] {
  const uncheckedNotes = interactions
    .filter(({ status }) => status === 'not checked')
    .map(({ interaction, reason }) => `not checked: ${interactionName(interaction)}: ${reason}`);
  const notes = interactions
    .filter(({ status }) => status !== 'not checked')
    .flatMap((one) => one.notes.map((note) => ({ note, about: interactionLabel(one) })));
  const grouped = [...Map.groupBy(notes, ({ note }) => note)].map(
    ([note, [first, ...more]]) => `${first?.about}${more.length === 0 ? '' : ` (and ${more.length} more)`}: ${note}`,
  );
  return [...new Set(uncheckedNotes), ...grouped];
}

function interactionLabel({ consumer, interaction }: InteractionResult): string {
  return `${consumer}, ${interactionName(interaction)}`;
}

/** The result as JSON, without secrets, bodies as text. */
interface PactVerificationData {
  /** Every interaction was verified, and passed or is waived. */
  readonly ok: boolean;
  readonly durationMs: number;
  readonly interactions: readonly JsonObject[];
  /** The findings as in the JSON report of a gate, including those about waivers. */
  readonly findings: readonly ReportedFinding[];
  /** The waivers and their states. */
  readonly waivers: readonly WaiverUse[];
  /** The output of Pact's verifier. */
  readonly verifier: string;
}

export function toVerificationData(
  result: ProviderResult,
  report: Pick<Report, 'stages' | 'unattempted' | 'waivers'>,
): PactVerificationData {
  const { ok, interactions, durationMs, output } = result;
  const { stages, unattempted, waivers } = report;
  const findWaiver = waiverLookup(report);
  const waived = new Set(interactions.filter(({ findings }) => areAllWaived(findings, findWaiver)));
  return {
    ok: ok || (unattempted.length === 0 && interactions.every((one) => isAsExpected(one) || waived.has(one))),
    durationMs: Math.round(durationMs),
    interactions: interactions.map((one) => toInteractionData(one, waived.has(one))),
    findings: stages.flatMap(({ findings }) => findings),
    waivers,
    verifier: output,
  };
}

function toInteractionData(result: InteractionResult, isWaived: boolean): JsonObject {
  const { pactFile, consumer, interaction, operation, status, reason, isPending, notes, exchange } = result;
  const { description, states, place } = interaction;
  return {
    description,
    states: states.map(({ name }) => name),
    status,
    ...(reason === undefined ? {} : { reason }),
    ...(isWaived ? { waived: true } : {}),
    pending: isPending,
    pactFile,
    line: place.line,
    consumer,
    operation: operation ?? null,
    mismatches: result.mismatches.map(({ label, expected, received, message }) => ({
      part: label,
      expected,
      received,
      message,
    })),
    violations: result.violations.map(({ check, violation }) => ({
      check: check.id,
      expected: violation.expected,
      received: violation.received,
      place: { ...violation.place },
    })),
    unspecified: notes,
    exchange: exchange === undefined ? null : toExchangeData(exchange),
  };
}

function toExchangeData({ request, outcome, ms }: Exchange): JsonObject {
  const { method, url, headers, body } = request;
  const response =
    outcome.kind === 'response'
      ? {
          status: outcome.response.status,
          headers: outcome.response.headers,
          body: utf8Text(outcome.response.body),
        }
      : { failure: outcome.failure.kind, message: outcome.failure.reason };
  return { request: { method, url, headers, body: utf8Text(body) }, response, durationMs: Math.round(ms) };
}

function utf8Text(body: Uint8Array | undefined): string {
  return Buffer.from(body ?? []).toString('utf8');
}
