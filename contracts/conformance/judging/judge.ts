/** Brings an exchange and the contract together, and runs every check that applies. */
import { parseJsonBytes } from '../../../spec/json/exact-json.ts';
import {
  isJsonType,
  mediaTypeFor,
  type Operation,
  type Response,
  responseFor,
} from '../../../spec/model/contract.ts';
import { headerOf } from '../../http/headers.ts';
import { type Check, type Judged, type Violation, whyBodiless } from '../checks/check.ts';
import { checks } from '../checks/index.ts';
import type { CaseFacts } from '../model/case.ts';
import type { Draft } from '../model/draft.ts';
import type { Answer, Exchange } from '../model/exchange.ts';
import type { Step } from '../model/sequence.ts';

/** What the checks say of one exchange. */
export interface Judgement {
  readonly judged: Judged;
  /** The checks that had something to say, passed or not. */
  readonly applied: readonly Check[];
  readonly broken: readonly Broken[];
}

interface Broken {
  readonly check: Check;
  readonly violation: Violation;
}

/** Asks every check that applies. */
export function judge(
  tried: CaseFacts,
  draft: Draft,
  exchange: Exchange,
  earlier: readonly Exchange[] = [],
): Judgement {
  return judgementOf(judgedOf(tried, draft, exchange, earlier));
}

/** The same of a step of a story, which is a request of its own operation. */
export function judgeStep(tried: CaseFacts, step: Step, exchange: Exchange): Judgement {
  const judged = judgedOf(caseOfStep(tried, step), step.draft, exchange);
  return judgementOf({ ...judged, recall: step.recall, query: step.query });
}

function judgementOf(judged: Judged): Judgement {
  const applied = checks.filter((check) => check.appliesTo(judged));
  const broken: Broken[] = [];
  for (const check of applied)
    for (const violation of check.violations(judged)) broken.push({ check, violation });
  return { judged, applied, broken };
}

/** What the contract says of an answer, before anything is held against it. */
export function judgedOf(
  tried: CaseFacts,
  draft: Draft,
  exchange: Exchange,
  earlier: readonly Exchange[] = [],
): Judged {
  const answer = exchange.outcome.kind === 'answer' ? exchange.outcome.answer : undefined;
  const type = answer === undefined ? undefined : headerOf(answer.headers, 'content-type');
  const response = answer === undefined ? undefined : governing(tried, draft, exchange, answer);
  const media =
    response === undefined || type === undefined ? undefined : mediaTypeFor(response.content, type);
  const isJson =
    response !== undefined && type !== undefined && isJsonType(type) && hasBody(exchange, answer);
  return {
    case: tried,
    draft,
    exchange,
    earlier,
    answer,
    response,
    media,
    json: isJson ? parseJsonBytes(answer.body) : undefined,
  };
}

/** What the contract says of an operation says nothing of its neighbours, which silent cases call on. */
function governing(
  { operation, expectation }: CaseFacts,
  draft: Draft,
  { request }: Exchange,
  { status }: Answer,
): Response | undefined {
  const isItself = () => request.method === operation.method && isPathOf(operation, draft.path);
  return expectation !== 'silent' || isItself() ? responseFor(operation, status) : undefined;
}

const templates = new WeakMap<Operation, RegExp>();

/** Whether a path without its query fits a template such as `/things/{id}`. */
function isPathOf(operation: Operation, called: string): boolean {
  const template = templates.get(operation) ?? templateOf(operation);
  templates.set(operation, template);
  return template.test(called.split('?')[0] ?? '');
}

function templateOf({ path }: Operation): RegExp {
  const parts = path.split(/\{[^}]*\}/).map((part) => RegExp.escape(part));
  return new RegExp(`^${parts.join('[^/]*')}$`);
}

function hasBody({ request }: Exchange, answer: Answer | undefined): answer is Answer {
  return answer !== undefined && whyBodiless(request.method, answer.status) === undefined;
}

/**
 * As the plainly valid request of its operation: what breaks it in a story has the cause that breaks it alone, and is
 * told once.
 */
export function caseOfStep(
  tried: CaseFacts,
  { operation, expectation = 'accept', open = [], words }: Step,
): CaseFacts {
  const content = operation.requestBody?.content ?? [];
  const { id, fixed, inPeace } = tried;
  return {
    id,
    fixed,
    inPeace,
    operation,
    expectation,
    open,
    family: 'valid-bodies',
    topic: 'valid',
    mutation: words,
    place: content[0]?.place ?? operation.place,
  };
}
