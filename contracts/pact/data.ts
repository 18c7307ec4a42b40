/** What a machine reads of a comparison or a provider check: plain JSON, without secrets, bodies as text. */
import type { JsonObject } from '../../spec/exact-json.ts';
import type { CompareResult } from './compare/compare.ts';
import type { Interaction } from './file/interaction.ts';
import type { Exchange } from './provider/exchange.ts';
import type { InteractionResult } from './provider/interaction-result.ts';
import type { ProviderResult } from './provider/provider.ts';

export function compareData({ pactFile, consumer, interactions, findings, ok }: CompareResult): JsonObject {
  return {
    ok,
    pactFile,
    consumer,
    interactions,
    findings: findings.map(({ severity, code, message, interaction, pactPlace, specPlace }) => ({
      severity,
      code,
      message,
      interaction: interaction === undefined ? null : namesOf(interaction),
      pact: { ...pactPlace },
      spec: { ...specPlace },
    })),
  };
}

export function providerData({ ok, interactions, durationMs }: ProviderResult): JsonObject {
  return { ok, durationMs: Math.round(durationMs), interactions: interactions.map(interactionData) };
}

function interactionData(result: InteractionResult): JsonObject {
  const { pactFile, consumer, interaction, operation, status, mismatches, violations, silent, exchange } =
    result;
  return {
    ...namesOf(interaction),
    status,
    pactFile,
    line: interaction.place.line,
    consumer,
    operation: operation ?? null,
    mismatches: mismatches.map((mismatch) => ({ ...mismatch })),
    violations: violations.map(({ place, ...said }) => ({ ...said, place: { ...place } })),
    silent,
    exchange: exchange === undefined ? null : exchangeData(exchange),
  };
}

function namesOf({ description, states }: Interaction): JsonObject {
  return { description, states: states.map(({ name }) => name) };
}

function exchangeData({
  method,
  target,
  requestHeaders,
  requestBody,
  outcome,
  durationMs,
}: Exchange): JsonObject {
  const received =
    outcome.kind === 'answer'
      ? { status: outcome.status, headers: outcome.headers, body: outcome.body.toString('utf8') }
      : { failure: outcome.kind, message: outcome.message };
  const sent = { method, target, headers: requestHeaders, body: requestBody.toString('utf8') };
  return { sent, received, durationMs: Math.round(durationMs) };
}
