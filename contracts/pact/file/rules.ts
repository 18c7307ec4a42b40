/** The matching rules of a pact's expected answers, in the two ways of writing them, each with its place. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json/exact-json.ts';
import { joinPointer } from '../../../spec/json/pointer.ts';

export interface Rule {
  /** `body`, `header`, `query`, `path`, `status` */
  readonly category: string;
  /** `$.items[*].id` of a body, the name of a header; empty for the path and the status. */
  readonly path: string;
  readonly matchers: readonly Json[];
  /** JSON Pointer in the pact. */
  readonly pointer: string;
}

/** What stands where a rule is expected and is none; the verifier passes over it. */
export interface NoRule {
  readonly pointer: string;
}

const ruleCategories = ['body', 'header', 'query', 'path', 'status', 'metadata'] as const;

/** `pointer` is that of the request or response. */
export function rulesOf(part: JsonObject, pointer: string): readonly (Rule | NoRule)[] {
  const { matchingRules } = part;
  if (!isJsonObject(matchingRules)) return [];
  return Object.entries(matchingRules).flatMap(([key, value]) => {
    const at = joinPointer(`${pointer}/matchingRules`, key);
    if (key.startsWith('$')) return [ruleOfVersion2(key, value, at)];
    return isCategory(key) ? rulesIn(key, value, at) : [{ pointer: at }];
  });
}

export function isRule(one: Rule | NoRule): one is Rule {
  return 'matchers' in one;
}

function isCategory(key: string): boolean {
  return ruleCategories.some((known) => known === key);
}

/** `$.body.name` and `$.headers.Accept`: one matcher each, in place. */
function ruleOfVersion2(key: string, value: Json, pointer: string): Rule | NoRule {
  const [, part = '', rest = ''] = /^\$\.(body|headers?|query|path|status)(.*)$/s.exec(key) ?? [];
  if (part === '' || !isJsonObject(value)) return { pointer };
  const name = rest.replace(/^\.|^\['|'\]$/g, '');
  if (part === 'body') return { category: 'body', path: `$${rest}`, matchers: [value], pointer };
  return {
    category: part.replace(/s$/, '') === 'header' ? 'header' : part,
    path: name,
    matchers: [value],
    pointer,
  };
}

function rulesIn(category: string, value: Json, pointer: string): readonly (Rule | NoRule)[] {
  if (!isJsonObject(value)) return [{ pointer }];
  // Of the path there is one, and it may stand in place.
  if (isJsonArray(value.matchers)) return [{ category, path: '', matchers: value.matchers, pointer }];
  return Object.entries(value).map(([path, rule]) => {
    const at = joinPointer(pointer, path);
    if (!isJsonObject(rule) || !isJsonArray(rule.matchers)) return { pointer: at };
    return { category, path, matchers: rule.matchers, pointer: at };
  });
}
