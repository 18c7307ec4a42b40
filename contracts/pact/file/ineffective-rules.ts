/**
 * Finds rules and generators of an interaction that check less than they seem to. Results still count, but the reader
 * is warned.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json/exact-json.ts';
import type { Interaction } from './interaction.ts';
import { isMatchingRule, type MatchingRule, parseMatchingRules } from './matching-rules.ts';
import type { PactFile } from './pact-file.ts';

/** One sentence for each. */
export function ineffectiveRuleNotes(pact: PactFile, interaction: Interaction): readonly string[] {
  const raw = pact.value.interactions;
  const entry = isJsonArray(raw) ? raw[interaction.index] : undefined;
  if (!isJsonObject(entry) || !isJsonObject(entry.response)) return [];
  const { response } = entry;
  const rules = parseMatchingRules(response, '').filter(isMatchingRule);
  return [
    ...missingContentNote(pact, response),
    ...rules.flatMap((rule) => ruleNotes(rule, interaction)),
    ...unusedGeneratorNotes(interaction),
  ];
}

function missingContentNote({ version }: PactFile, { body }: JsonObject): readonly string[] {
  if (version < 4 || !isJsonObject(body) || body.content !== undefined || !('contentType' in body)) return [];
  return ['the expected body has no content, so every body passes'];
}

function ruleNotes({ category, path, matchers }: MatchingRule, { response }: Interaction): readonly string[] {
  if (category === 'header') {
    if (response.headers.has(path.toLowerCase())) return [];
    return [`the rule for the header ${path} has no effect: the pact expects no such header`];
  }
  const body = response.body?.json;
  if (category !== 'body' || body === undefined) return [];
  const values = valuesAt(body, path);
  if (values === undefined) return [];
  if (values.length === 0) return [`the rule for ${path} of the body has no effect: the example has no such path`];
  return matchers
    .filter(isJsonObject)
    .flatMap((matcher) => values.flatMap((value) => matcherNotes(matcher, value, path)));
}

function matcherNotes(matcher: JsonObject, example: Json, path: string): readonly string[] {
  const kind = String(matcher.match);
  if (isJsonArray(example) && example.length === 0)
    return [`the rule for ${path} of the body checks no item: the array in the example is empty`];
  if (checksNothing(kind, example))
    return [`the ${kind} rule for ${path} of the body has no effect on a value of this type`];
  if (kind === 'regex' && typeof matcher.regex === 'string' && !mayMatch(matcher.regex, example))
    return [`the example for ${path} of the body does not match its own rule ${matcher.regex}`];
  return [];
}

function checksNothing(kind: string, example: Json): boolean {
  if (/^status-?code$/i.test(kind)) return true;
  if (/^array-?contains$/i.test(kind)) return !isJsonArray(example);
  if (/^each-?key$/i.test(kind)) return !isJsonObject(example);
  return /^each-?value$/i.test(kind) && !isJsonObject(example) && !isJsonArray(example);
}

/** Also true if unknown: the verifier uses another regular expression dialect (Rust). */
function mayMatch(regex: string, example: Json): boolean {
  if (typeof example !== 'string' && typeof example !== 'number' && typeof example !== 'boolean') return true;
  const [, flags = '', pattern = regex] = /^\(\?([ims]+)\)(.*)$/s.exec(regex) ?? [];
  try {
    return new RegExp(pattern, flags).test(String(example));
  } catch {
    return true;
  }
}

function unusedGeneratorNotes({ request }: Interaction): readonly string[] {
  const { generators } = request.raw;
  const body = isJsonObject(generators) ? generators.body : undefined;
  const json = request.body?.json;
  if (!isJsonObject(body) || json === undefined) return [];
  return Object.keys(body)
    .filter((path) => valuesAt(json, path)?.length === 0)
    .map((path) => `the generator for ${path} of the body has no effect: the example has no such path`);
}

/** A key, an index, or `*` for all children. */
type PathStep = string | number | typeof anyKey;

const anyKey = Symbol('every');

/** The values at a path; undefined if the text is not a valid path. */
function valuesAt(value: Json, path: string): readonly Json[] | undefined {
  const steps = parsePath(path);
  return steps?.reduce<readonly Json[]>((values, step) => values.flatMap((one) => childValues(one, step)), [value]);
}

const stepPattern = /\.(\*|[^.[\]*]+)|\[(?:(\d+)|(\*)|'((?:[^'\\]|\\.)*)')\]/gy;

function parsePath(path: string): readonly PathStep[] | undefined {
  const rest = path.replace(/^\$/, '');
  const found = [...rest.matchAll(stepPattern)];
  if (found.map(([text]) => text).join('') !== rest) return undefined;
  return found.map(([, name, index, all, quoted]) => {
    if (name === '*' || all !== undefined) return anyKey;
    return index === undefined ? (name ?? quoted ?? '') : Number(index);
  });
}

function childValues(value: Json, to: PathStep): readonly Json[] {
  if (isJsonArray(value)) return to === anyKey ? value : typeof to === 'number' ? value.slice(to, to + 1) : [];
  if (!isJsonObject(value)) return [];
  if (to === anyKey) return Object.values(value);
  const found = Object.hasOwn(value, String(to)) ? value[String(to)] : undefined;
  return found === undefined ? [] : [found];
}
