/** A verification as a stage of the gate and of a report, and as data for machines. */
import type { JsonObject } from '../../../spec/json/exact-json.ts';
import type { Exchange } from '../../conformance/model/exchange.ts';
import type { Finding } from '../../finding/finding.ts';
import { foldWithin } from '../../finding/same-cause.ts';
import { areForgiven, forgivenIn, type Report, type WaiverUse } from '../../report/report.ts';
import type { StageReport, ToldFinding, TriedUnit } from '../../report/stage.ts';
import { count } from '../../report/words.ts';
import { interactionName } from '../file/interaction.ts';
import type { InteractionResult } from './interaction-result.ts';
import { isAsExpected, type ProviderResult } from './provider.ts';

/** Every interaction, and every check that one of them broke. */
export function providerStage(result: ProviderResult): StageReport<Finding> {
  const { interactions, durationMs, output } = result;
  const findings = foldWithin(interactions.flatMap((result) => result.findings));
  return {
    name: 'provider check',
    status: statusOf(result, findings),
    summary: summaryOf(interactions),
    ms: Math.round(durationMs),
    tried: interactions.map(triedUnit),
    findings,
    notes: notesIn(interactions),
    unattempted: unjudgedIn(result),
    engine: { name: 'pact verifier', output },
  };
}

/** A broker may have no pacts, and that may be expected: then nothing was looked for. */
function statusOf({ ok, interactions }: ProviderResult, findings: readonly Finding[]): StageReport['status'] {
  if (ok) return interactions.length === 0 ? 'not applicable' : 'passed';
  return findings.some(({ severity }) => severity === 'fault') ? 'failed' : 'not run';
}

/** What was not judged, in words: it keeps a verdict open. */
function unjudgedIn({ interactions }: ProviderResult): readonly string[] {
  return interactions
    .filter(({ status, isPending }) => status === 'not judged' && !isPending)
    .map(({ interaction, reason }) => `${interactionName(interaction)}: ${reason}`);
}

function summaryOf(interactions: readonly InteractionResult[]): string {
  const held = interactions.filter(({ status }) => status === 'passed').length;
  const open = interactions.filter(({ status }) => status === 'not judged').length;
  const pending = interactions.filter(({ status, isPending }) => status === 'failed' && isPending).length;
  return [
    `${held} of ${count(interactions.length, 'interaction')} held`,
    ...(pending === 0 ? [] : [`${pending} pending failed`]),
    ...(open === 0 ? [] : [`${open} not judged`]),
  ].join(', ');
}

function triedUnit({ consumer, interaction, status, reason, isPending }: InteractionResult): TriedUnit {
  return {
    subject: interactionName(interaction),
    check: 'pact-expectation',
    count: status === 'not judged' ? 0 : 1,
    consumer,
    place: interaction.place,
    ...(status === 'not judged' && reason !== undefined ? { unjudged: reason } : {}),
    ...(isPending ? { isPending } : {}),
  };
}

/** Each once, with the interaction that it is about, or the first of them. */
function notesIn(interactions: readonly InteractionResult[]): readonly string[] {
  const unjudged = interactions
    .filter(({ status }) => status === 'not judged')
    .map(({ interaction, reason }) => `not judged: ${interactionName(interaction)}: ${reason}`);
  const told = interactions
    .filter(({ status }) => status !== 'not judged')
    .flatMap((one) => one.silent.map((note) => ({ note, about: aboutOf(one) })));
  const grouped = [...Map.groupBy(told, ({ note }) => note)].map(
    ([note, [first, ...more]]) =>
      `${first?.about}${more.length === 0 ? '' : ` (and ${more.length} more)`}: ${note}`,
  );
  return [...new Set(unjudged), ...grouped];
}

function aboutOf({ consumer, interaction }: InteractionResult): string {
  return `${consumer}, ${interactionName(interaction)}`;
}

/** What a machine reads of a verification: plain JSON, without secrets, bodies as text. */
interface ProviderData {
  /** Every interaction was verified, and holds or is waived. */
  readonly ok: boolean;
  readonly durationMs: number;
  readonly interactions: readonly JsonObject[];
  /** In the kit's own form, as in the JSON report of a gate; those of waivers are among them. */
  readonly findings: readonly ToldFinding[];
  /** What was to be forgiven, and what became of it. */
  readonly waivers: readonly WaiverUse[];
  /** What the verifier of Pact printed. */
  readonly verifier: string;
}

export function providerData(
  result: ProviderResult,
  report: Pick<Report, 'stages' | 'unattempted' | 'waivers'>,
): ProviderData {
  const { ok, interactions, durationMs, output } = result;
  const { stages, unattempted, waivers } = report;
  const forgiven = forgivenIn(report);
  const waived = new Set(interactions.filter(({ findings }) => areForgiven(findings, forgiven)));
  return {
    ok: ok || (unattempted.length === 0 && interactions.every((one) => isAsExpected(one) || waived.has(one))),
    durationMs: Math.round(durationMs),
    interactions: interactions.map((one) => interactionData(one, waived.has(one))),
    findings: stages.flatMap(({ findings }) => findings),
    waivers,
    verifier: output,
  };
}

function interactionData(result: InteractionResult, isWaived: boolean): JsonObject {
  const { pactFile, consumer, interaction, operation, status, reason, isPending, silent, exchange } = result;
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
    mismatches: result.mismatches.map(({ at, expected, received, message }) => ({
      at,
      expected,
      received,
      message,
    })),
    breaches: result.breaches.map(({ check, violation }) => ({
      check: check.id,
      expected: violation.expected,
      received: violation.received,
      place: { ...violation.place },
    })),
    silent,
    exchange: exchange === undefined ? null : exchangeData(exchange),
  };
}

function exchangeData({ request, outcome, ms }: Exchange): JsonObject {
  const { method, url, headers, body } = request;
  const received =
    outcome.kind === 'answer'
      ? { status: outcome.answer.status, headers: outcome.answer.headers, body: text(outcome.answer.body) }
      : { failure: outcome.failure.kind, message: outcome.failure.reason };
  return { sent: { method, url, headers, body: text(body) }, received, durationMs: Math.round(ms) };
}

function text(body: Uint8Array | undefined): string {
  return Buffer.from(body ?? []).toString('utf8');
}
