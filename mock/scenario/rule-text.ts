/** A rule as people type it: `createOrder x3 = 503`, `POST /orders = reset`, `* = delay 100-300`; or YAML in one line. */
import { KitError } from '../../errors.ts';
import type { Json } from '../../spec/json/exact-json.ts';
import { parseSource } from '../../spec/source/source.ts';
import { parseRules } from './check-rules.ts';
import { CONNECTION_FAULTS, type Rule } from './rule.ts';
import { invalid, type RuleMount } from './rule-node.ts';

const GRAMMAR =
  'REQUEST [skip N] [xN] = ANSWER, such as "createOrder x3 = 503", "POST /orders = reset" or "* = delay 100-300"; or YAML such as "when: {operation: createOrder}, then: {status: 503}"';

/** Throws `rule-invalid`, naming the option. */
export function parseRuleText(text: string, mounts: readonly RuleMount[]): readonly Rule[] {
  const isYaml = /^\s*(?:[{[]|["']?(?:when|skip|times|then|rules)["']?\s*:)/.test(text);
  return parseRules(isYaml ? readYaml(text) : readShort(text), { mounts });
}

/** Braces around it may be left out. */
function readYaml(text: string): Json {
  const isWhole = /^\s*[{[]/.test(text);
  try {
    return parseSource('--rule', isWhole ? text : `{ ${text} }`).value;
  } catch (error) {
    if (!(error instanceof KitError)) throw error;
    const detail = `rule ${JSON.stringify(text)}: expected YAML in one line (quote a path with braces in it), got text that is none: ${error.detail}`;
    throw new KitError('rule-invalid', detail, { cause: error });
  }
}

function readShort(text: string): Json {
  const middle = text.lastIndexOf('=');
  const [, request = '', skip, times] =
    /^(.*?)(?:\s+skip\s+(\d{1,9}))?(?:\s+x(\d{1,9}))?$/i.exec(text.slice(0, Math.max(0, middle)).trim()) ??
    [];
  const answer = readAnswer(text.slice(middle + 1).trim());
  if (middle < 0 || request === '' || answer === undefined)
    throw invalid({ value: text, name: 'rule:', pointer: '', source: { mounts: [] } }, GRAMMAR);
  return {
    ...(request === '*' ? {} : { when: readRequest(request) }),
    ...(skip === undefined ? {} : { skip: Number(skip) }),
    ...(times === undefined ? {} : { times: Number(times) }),
    then: answer,
  };
}

function readRequest(request: string): Json {
  const [, method, path] = /^(?:([A-Za-z]+)\s+)?(\/.*)$/.exec(request) ?? [];
  if (path === undefined) return { operation: request };
  return method === undefined ? { path } : { method, path };
}

/** Words in any order: a status, a fault, `delay 300`, `delay 100-300`, `example NAME`; undefined for anything else. */
function readAnswer(text: string): Json | undefined {
  const words = [...text.matchAll(/(delay|example)\s+(\S+)|(\S+)/gi)].map(
    ([, key, value, word = '']) => [key?.toLowerCase() ?? kindOf(word), value ?? word] as const,
  );
  const kinds = words.map(([kind]) => kind);
  if (words.length === 0 || kinds.includes('') || new Set(kinds).size < kinds.length) return undefined;
  return Object.fromEntries(words.map(([kind, value]) => [kind, kind === 'status' ? Number(value) : value]));
}

function kindOf(word: string): string {
  if (/^\d{3}$/.test(word)) return 'status';
  return CONNECTION_FAULTS.some((fault) => fault === word) ? 'fault' : '';
}
