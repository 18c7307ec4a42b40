/**
 * Holds an exchange to the contract, besides what the pact expects of it: a pact only sees what its consumer uses.
 * The checks are those of the verifier, so that the same fault is the same finding wherever it is seen.
 */
import {
  isJsonArray,
  isJsonObject,
  type Json,
  parseJsonBytes,
  sameJson,
} from '../../../spec/json/exact-json.ts';
import { type Operation, responseFor } from '../../../spec/model/contract.ts';
import type { Check, Violation } from '../../conformance/checks/check.ts';
import { createdIsEchoed } from '../../conformance/checks/created-is-echoed.ts';
import { statusDeclared } from '../../conformance/checks/status-declared.ts';
import { validAccepted } from '../../conformance/checks/valid-accepted.ts';
import { judge } from '../../conformance/judging/judge.ts';
import type { Case } from '../../conformance/model/case.ts';
import type { Draft } from '../../conformance/model/draft.ts';
import { type Exchange, isRefusal, statusOf } from '../../conformance/model/exchange.ts';
import type { BodyPath } from '../../http/body-path.ts';
import type { Interaction } from '../file/interaction.ts';

import { decoded } from './decoded.ts';
import { type Asked, type Demand, demandOn } from './demand.ts';

/** One way in which an answer breaks the contract. */
export interface Breach {
  readonly check: Check;
  readonly violation: Violation;
}

export interface CheckInput extends Asked {
  /** Of the base URL, without a trailing slash. */
  readonly basePath: string;
}

/** Empty when the answer conforms, and where the contract is silent. Advice is left to the verifier. */
export function breaches(input: CheckInput): readonly Breach[] {
  const { interaction, operation, recorded, basePath } = input;
  const told = decoded(recorded.exchange);
  const exchange = { ...told, request: { ...told.request, ...recorded.sent } };
  const draft = draftOf(exchange, basePath);
  const withoutSecrets = draftOf(told, basePath);
  const demand = demandOn(input, draft);
  const { broken } = judge(caseOf(operation, interaction, demand), draft, exchange);
  return broken
    .filter(({ check, violation }) => (violation.severity ?? check.severity) === 'fault')
    .filter((breach) => !isOfCredential(breach, draft, withoutSecrets))
    .flatMap((breach) => weighed(breach, { interaction, operation, exchange }));
}

/** Nobody has to send a credential back, and what differs of one is nothing to show. */
function isOfCredential({ check, violation: { at } }: Breach, sent: Draft, withoutSecrets: Draft): boolean {
  if (check.id !== createdIsEchoed.id || at?.in !== 'body' || !('path' in at)) return false;
  const [real, shown] = [sent, withoutSecrets].map(({ value }) => valueBelow(value, at.path));
  return real !== undefined && shown !== undefined && !sameJson(real, shown);
}

function valueBelow(value: Json | undefined, path: BodyPath): Json | undefined {
  return path.reduce<Json | undefined>((inner, step) => {
    if (isJsonArray(inner)) return inner[Number(step)];
    return isJsonObject(inner) && Object.hasOwn(inner, step) ? inner[step] : undefined;
  }, value);
}

interface Scene {
  readonly interaction: Interaction;
  readonly operation: Operation;
  readonly exchange: Exchange;
}

/**
 * A provider state may be why a valid request is refused, and the contract knows no states: that is held against nobody
 * here, only whether the status is declared.
 */
function weighed(breach: Breach, scene: Scene): readonly Breach[] {
  if (breach.check.id === 'no-server-error') return isExpected(scene) ? [] : [breach];
  if (breach.check.id !== validAccepted.id || !mayBeState(scene)) return [breach];
  const { operation, exchange, interaction } = scene;
  const status = statusOf(exchange) ?? 0;
  // Of several credentials one may be wrong on purpose.
  if (isRefusal(status) && isRefusal(interaction.response.status)) return [];
  if (responseFor(operation, status) !== undefined) return [];
  const declared = operation.responses.map((response) => response.status).join(', ');
  const violation: Violation = {
    expected: `a declared status: ${declared}`,
    received: `status ${status}`,
    at: { in: 'status' },
    place: operation.place,
    key: `accept ${status}`,
  };
  return [{ check: statusDeclared, violation }];
}

/** A failure that the contract declares and the consumer asks for in a state of its own. */
function isExpected({ interaction, operation, exchange }: Scene): boolean {
  const status = statusOf(exchange) ?? 0;
  return interaction.response.status === status && responseFor(operation, status) !== undefined;
}

function mayBeState({ interaction, operation, exchange }: Scene): boolean {
  if (interaction.response.status >= 300) return true;
  return (
    (operation.path.includes('{') || presumesState(interaction)) && aboutState.has(statusOf(exchange) ?? 0)
  );
}

/** Pacts made from a contract name a state for every operation, and say where it matters. */
function presumesState({ states }: Interaction): boolean {
  return states.some(({ params }) => params.needsState === true || params.operationId === undefined);
}

/** Not found, in conflict, gone, a precondition failed, locked. */
const aboutState = new Set([404, 409, 410, 412, 423]);

function caseOf(operation: Operation, { description }: Interaction, { expectation, place }: Demand): Case {
  return {
    id: description,
    operation,
    family: 'pact',
    expectation,
    mutation: description,
    place,
    topic: description,
    open: [],
    fixed: undefined,
    build: () => {
      throw new Error('an interaction is sent by the verifier of Pact');
    },
  };
}

function draftOf({ request: { url, headers, body } }: Exchange, basePath: string): Draft {
  const { pathname, search } = new URL(url);
  const value = body === undefined || body.length === 0 ? undefined : jsonOf(body);
  return { path: `${pathname.slice(basePath.length)}${search}`, headers, body, value, credentials: 'right' };
}

function jsonOf(body: Uint8Array): Json | undefined {
  const parsed = parseJsonBytes(body);
  return parsed.ok ? parsed.value : undefined;
}
