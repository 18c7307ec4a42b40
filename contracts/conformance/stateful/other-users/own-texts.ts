/** Recognizes the record of the first user in a response: by texts that only this run has sent, or by its name. */
import type { Json } from '../../../../spec/json/exact-json.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { OwnContent } from '../../model/isolation-state.ts';
import type { FreshValues } from '../../model/request-spec.ts';
import type { BaselineRequest } from '../../request/baseline-request.ts';
import { pathValues } from '../model/path-items.ts';

/** Fresh values, and the texts that were drawn from them. */
export interface RecordedFreshValues {
  readonly fresh: FreshValues;
  readonly texts: readonly string[];
}

export function recordFreshValues(fresh: FreshValues): RecordedFreshValues {
  const texts: string[] = [];
  const record = (text: string) => {
    texts.push(text);
    return text;
  };
  const recorded = { word: () => record(fresh.word()), uuid: () => record(fresh.uuid()), recordText: record };
  return { texts, fresh: { ...fresh, ...recorded } };
}

/** Shorter ones may occur by coincidence. */
const MIN_LENGTH = 5;

/** The texts that occur in a response, or in a part of it. */
export function textsIn(shown: string, texts: readonly string[]): readonly string[] {
  return texts.filter((text) => text.length >= MIN_LENGTH && shown.includes(text));
}

export function ownContent(shown: Exchange, baseline: BaselineRequest, texts: readonly string[]): OwnContent {
  const path = pathOf(shown.request.url);
  const uniqueName = findUniqueName(baseline);
  return {
    shown,
    texts: textsIn(bodyText(shown), texts).filter((text) => !path.includes(text)),
    uniqueName,
    isRecord: uniqueName !== undefined && path.replace(/\/+$/, '').endsWith(`/${uniqueName}`),
  };
}

/** The texts of a request that the response did not show before. */
export function newTexts(texts: readonly string[], before: Exchange): readonly string[] {
  const known = bodyText(before);
  return texts.filter((text) => text.length >= MIN_LENGTH && !known.includes(text));
}

/** The innermost name in the path that no other record can have. */
export function findUniqueName(baseline: BaselineRequest): string | undefined {
  return pathValues(baseline).map(String).findLast(isUnique);
}

/** A UUID or a long random word: a number may name another record of the second user. */
function isUnique(name: Json): boolean {
  return typeof name === 'string' && name.length >= 16 && /\d/.test(name) && /[a-z]/i.test(name);
}

/** Empty without a response. */
export function bodyText({ outcome }: Exchange): string {
  return outcome.kind === 'response' ? Buffer.from(outcome.response.body).toString('utf8') : '';
}

/** Servers may return what they do not find: `no folder k3f9a1`. */
function pathOf(url: string): string {
  const { pathname } = new URL(url);
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}
