/** One request of a story as a case for people: what was done before it, and what came of that. */
import { visible } from '../../../text.ts';
import type { JudgedScene } from '../attempt.ts';
import type { Case } from '../case.ts';
import { statusOf } from '../exchange.ts';
import type { Stepped } from './perform.ts';
import { caseOfStep } from './step-case.ts';
import type { Known, Recall, Step } from './story.ts';

/** The case itself where it has no story. Its words are not masked. */
export function shownCase(tried: Case, { step, before = [], exchange }: JudgedScene): Case {
  if (step === undefined) return tried;
  const { family, topic, story } = tried;
  const told = [...relevant(before, step).map(inShort), `${step.words} (${requestOf(step)})`];
  const from = exchange.outcome.kind === 'answer' ? '' : ', and no whole answer arrives';
  return { ...caseOfStep(tried, step), family, topic, story, mutation: `${told.join('; then ')}${from}` };
}

/** What has led to the record, or to the records, that the step is about. */
function relevant(before: readonly Stepped[], { recall, draft }: Step): readonly Stepped[] {
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

const HEAD = 48;
const TAIL = 20;

/** What names a record stands first or last. */
function cut(text: string): string {
  const shown = visible(text);
  return shown.length > HEAD + TAIL + 3 ? `${shown.slice(0, HEAD)}...${shown.slice(-TAIL)}` : shown;
}
