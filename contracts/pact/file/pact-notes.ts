/** What in an interaction checks less than it seems to: its results count, and a person has to know of it. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json/exact-json.ts';
import type { Interaction } from './interaction.ts';
import { valuesAt } from './json-paths.ts';
import type { PactFile } from './pact-file.ts';
import { isRule, type Rule, rulesOf } from './rules.ts';

/** One sentence each. */
export function notesOn(pact: PactFile, interaction: Interaction): readonly string[] {
  const raw = pact.value.interactions;
  const entry = isJsonArray(raw) ? raw[interaction.index] : undefined;
  if (!isJsonObject(entry) || !isJsonObject(entry.response)) return [];
  const { response } = entry;
  const rules = rulesOf(response, '').filter(isRule);
  return [
    ...withoutContent(pact, response),
    ...rules.flatMap((rule) => noteOn(rule, interaction)),
    ...idleGenerators(interaction),
  ];
}

function withoutContent({ version }: PactFile, { body }: JsonObject): readonly string[] {
  if (version < 4 || !isJsonObject(body) || body.content !== undefined || !('contentType' in body)) return [];
  return ['the expected body has no content: any body passes'];
}

function noteOn({ category, path, matchers }: Rule, { response }: Interaction): readonly string[] {
  if (category === 'header') {
    if (response.headers.has(path.toLowerCase())) return [];
    return [`the rule for the header ${path} checks nothing: the pact expects no such header`];
  }
  const body = response.body?.json;
  if (category !== 'body' || body === undefined) return [];
  const values = valuesAt(body, path);
  if (values === undefined) return [];
  if (values.length === 0)
    return [`the rule for ${path} of the body checks nothing: the example has no such place`];
  return matchers
    .filter(isJsonObject)
    .flatMap((matcher) => values.flatMap((value) => weakness(matcher, value, path)));
}

function weakness(matcher: JsonObject, example: Json, path: string): readonly string[] {
  const kind = String(matcher.match);
  if (isJsonArray(example) && example.length === 0)
    return [`the rule for ${path} of the body checks no item: the list of the example is empty`];
  if (checksNothing(kind, example))
    return [`the ${kind} for ${path} of the body checks nothing in such a value`];
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

/** True where it cannot be told: the verifier's expressions are of another kind than these. */
function mayMatch(regex: string, example: Json): boolean {
  if (typeof example !== 'string' && typeof example !== 'number' && typeof example !== 'boolean') return true;
  const [, flags = '', pattern = regex] = /^\(\?([ims]+)\)(.*)$/s.exec(regex) ?? [];
  try {
    return new RegExp(pattern, flags).test(String(example));
  } catch {
    return true;
  }
}

function idleGenerators({ request }: Interaction): readonly string[] {
  const { generators } = request.raw;
  const body = isJsonObject(generators) ? generators.body : undefined;
  const json = request.body?.json;
  if (!isJsonObject(body) || json === undefined) return [];
  return Object.keys(body)
    .filter((path) => valuesAt(json, path)?.length === 0)
    .map((path) => `the generator for ${path} of the body does nothing: the example has no such place`);
}
