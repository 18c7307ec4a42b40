/** One request of a story as a case for people: what was done before it, and what came of that. */
import { visible } from '../../../text.ts';
import type { JudgedScene } from '../judging/attempt.ts';
import { caseOfStep } from '../judging/judge.ts';
import type { Case, CaseFacts } from '../model/case.ts';
import { statusOf } from '../model/exchange.ts';
import type { ListQuery } from '../model/list-query.ts';
import type { Known, Recall, Step, Stepped } from '../model/sequence.ts';

/** With its requests one by one, where it is several. */
export interface ShownCase extends CaseFacts {
  /** It is one of several requests, which `replay` sends. */
  readonly isOfSequence: boolean;
  /** Numbered: `1. a record is created (POST /todos {"title":"Water"} -> 201 {"id":7})`; of many the first and the last. */
  readonly steps?: readonly string[];
}

/** The case itself where it has no story. Its words are not masked. */
export function shownCase(tried: Case, { step, before = [], exchange }: JudgedScene): ShownCase {
  if (step === undefined) return { ...tried, isOfSequence: false };
  const { family, topic } = tried;
  const from = exchange.outcome.kind === 'answer' ? '' : ', and no whole answer arrives';
  const told = [...relevant(before, step).map(inShort), `${step.words} (${requestOf(step)})${from}`];
  const mutation = fewOf(told).join('; then ');
  const shown = { ...caseOfStep(tried, step), family, topic, mutation, isOfSequence: true };
  return told.length === 1 ? shown : { ...shown, steps: fewOf(told.map(numbered)) };
}

/** How many requests it takes to tell of one. */
export function requestsTold({ step, before = [] }: JudgedScene): number {
  return step === undefined ? 1 : relevant(before, step).length + 1;
}

function numbered(words: string, index: number): string {
  return `${index + 1}. ${words}`;
}

const FIRST_STEPS = 2;
const LAST_STEPS = 3;

/** A story of a list has dozens of requests: how it began, and what came right before. */
function fewOf(steps: readonly string[]): readonly string[] {
  const left = steps.length - FIRST_STEPS - LAST_STEPS;
  if (left <= 1) return steps;
  return [...steps.slice(0, FIRST_STEPS), `... ${left} more requests ...`, ...steps.slice(-LAST_STEPS)];
}

/** What has led to the record, to the records or to the list that the step is about. */
function relevant(before: readonly Stepped[], step: Step): readonly Stepped[] {
  return step.query === undefined ? aboutRecords(before, step) : aboutList(before, step, step.query);
}

function aboutRecords(before: readonly Stepped[], { recall, draft }: Step): readonly Stepped[] {
  const records = recall === undefined ? [] : recordsOf(recall);
  const acts = new Set(
    records.flatMap(({ writes, removal }) => [...writes.map((write) => write.exchange), removal]),
  );
  const path = pathOf(draft.path);
  return before.filter(
    ({ step, exchange, lateMs }) =>
      lateMs === undefined &&
      (acts.has(exchange) || (records.length < 2 && pathOf(step.draft.path) === path)),
  );
}

/** What was written; the list as it was before, and the parts of it that the answer is held against. */
function aboutList(before: readonly Stepped[], { draft }: Step, query: ListQuery): readonly Stepped[] {
  const reads = before.filter(({ step }) => step.operation.method === 'GET');
  const parts = query.kind === 'pages' ? query.pages.length : Number(query.kind === 'left out');
  const whole = reads.filter(({ step }) => step.draft.path === draft.path).slice(-1);
  const wanted = new Set([...whole, ...reads.slice(Math.max(0, reads.length - parts))]);
  return before.filter((one) => !reads.includes(one) || wanted.has(one));
}

function recordsOf(recall: Recall): readonly Known[] {
  if (recall.expects === 'new') return recall.others;
  return recall.expects === 'list' ? recall.records : [recall.record];
}

function pathOf(path: string): string {
  return path.split('?')[0] ?? '';
}

/** `a record is created (POST /todos {"title":"Water"} -> 201 {"id":7})`. */
function inShort({ step, exchange }: Stepped): string {
  const { outcome } = exchange;
  const body = outcome.kind === 'answer' ? cut(Buffer.from(outcome.answer.body).toString('utf8')) : '';
  const answer = `${statusOf(exchange) ?? 'no whole answer'}${body === '' ? '' : ` ${body}`}`;
  return `${step.words} (${requestOf(step)} -> ${answer})`;
}

function requestOf({ operation: { method }, draft }: Step): string {
  const body = typeof draft.body === 'string' ? ` ${cut(draft.body)}` : '';
  return `${method} ${draft.path}${body}`;
}

const HEAD = 40;
const TAIL = 14;

/** What names a record stands first or last. */
function cut(text: string): string {
  const shown = visible(text);
  return shown.length > HEAD + TAIL + 3 ? `${shown.slice(0, HEAD)}...${shown.slice(-TAIL)}` : shown;
}
