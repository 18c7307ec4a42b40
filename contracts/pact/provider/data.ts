/** What a machine reads of a verification: plain JSON, without secrets, bodies as text. */
import type { JsonObject } from '../../../spec/json/exact-json.ts';
import type { Exchange } from '../../conformance/model/exchange.ts';
import type { Report } from '../../report/report.ts';
import type { ToldFinding } from '../../report/stage.ts';
import { areForgiven, forgivenIn } from '../../report/waived.ts';
import type { WaiverUse } from '../../report/waiver.ts';
import type { InteractionResult } from './interaction-result.ts';
import { isAsExpected, type ProviderResult } from './provider.ts';

export interface ProviderData {
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
