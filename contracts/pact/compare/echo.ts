/**
 * Why a consumer may rely on a property that the contract leaves optional. A response that gives back what was sent
 * has it because the request has it; and a provider state that speaks of it is there to bring it about. Any other
 * state may do so too, which a document cannot tell: then the contract is silent, and nobody is advised.
 */
import { isJsonArray, isJsonObject, type Json, stringifyJson } from '../../../spec/json/exact-json.ts';
import type { Subject } from './subject.ts';

export type Ground = 'the request or a state names it' | 'a state may bring it' | 'none';

export function groundFor(subject: Subject, name: string): Ground {
  const { states } = subject.interaction;
  if (sentNames(subject).has(name)) return 'the request or a state names it';
  const told = states.map((state) => `${state.name} ${stringifyJson(state.params)}`).join(' ');
  if (` ${wordsIn(told)} `.includes(` ${wordsIn(name)} `)) return 'the request or a state names it';
  return states.length > 0 ? 'a state may bring it' : 'none';
}

/** `orderTag` and `order_tag` are the words `order tag`. */
function wordsIn(text: string): string {
  return text
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[^\p{L}\d]+/gu, ' ')
    .trim()
    .toLowerCase();
}

function sentNames({ requestBody, query, operation }: Subject): ReadonlySet<string> {
  const inPath = operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
  return new Set([...namesIn(requestBody?.json), ...query.map(({ name }) => name), ...inPath]);
}

function namesIn(value: Json | undefined): readonly string[] {
  if (isJsonArray(value)) return value.flatMap(namesIn);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, part]) => [name, ...namesIn(part)]);
}
