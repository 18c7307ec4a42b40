/** What a machine reads of a verification: plain JSON, without secrets, bodies as text. */
import type { JsonObject } from '../../../spec/exact-json.ts';
import type { Exchange } from '../../conformance/exchange.ts';
import type { Finding } from '../../finding.ts';
import type { InteractionResult } from './interaction-result.ts';
import type { ProviderResult } from './provider.ts';
import { providerStage } from './stage.ts';

export interface ProviderData {
  readonly ok: boolean;
  readonly durationMs: number;
  readonly interactions: readonly JsonObject[];
  /** In the kit's own form, as in the JSON report of a gate. */
  readonly findings: readonly Finding[];
  /** What the verifier of Pact printed. */
  readonly verifier: string;
}

export function providerData(result: ProviderResult): ProviderData {
  const { ok, interactions, durationMs, output } = result;
  return {
    ok,
    durationMs: Math.round(durationMs),
    interactions: interactions.map(interactionData),
    findings: providerStage(result).findings,
    verifier: output,
  };
}

function interactionData(result: InteractionResult): JsonObject {
  const { pactFile, consumer, interaction, operation, status, reason, isPending, silent, exchange } = result;
  const { description, states, place } = interaction;
  return {
    description,
    states: states.map(({ name }) => name),
    status,
    ...(reason === undefined ? {} : { reason }),
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
