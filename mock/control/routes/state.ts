/** What the store holds, and what the next requests get. */
import { toJson } from '../../../spec/json/copies.ts';
import { isJsonArray, isJsonObject, type Json } from '../../../spec/json/exact-json.ts';
import { quoted } from '../../http/refusals.ts';
import type { StoredRule } from '../../model/rule.ts';
import { parseRules } from '../../rules/check-rules.ts';
import type { RuleMount } from '../../rules/rule-node.ts';
import type { RecordsDesk, ScenarioDesk } from '../desk.ts';
import { type ControlReply, type ControlRoutes, json, nothing, problem, textIn } from '../reply.ts';

/** `collections` are templates such as `/users/{userId}/orders`. */
export function recordRoutes(records: RecordsDesk, collections: () => readonly string[]): ControlRoutes {
  const unknown = (name: string) =>
    isOneOf(name, collections()) ? undefined : noCollection(name, collections());
  return {
    readRecords: async (call) => {
      const wanted = textIn(call, 'query.collection');
      if (wanted !== undefined) return unknown(wanted) ?? json(200, { [wanted]: await records.list(wanted) });
      const names = (await records.collections()).map(({ name }) => name);
      const lists = await Promise.all(names.map(async (name) => [name, await records.list(name)] as const));
      return json(200, Object.fromEntries(lists));
    },
    addRecords: async ({ body }) => {
      for (const [name, values] of listsIn(body)) await records.add(name, ...values);
      return nothing;
    },
    clearRecords: async (call) => {
      const wanted = textIn(call, 'query.collection');
      const refused = wanted === undefined ? undefined : unknown(wanted);
      if (refused !== undefined) return refused;
      await records.clear(wanted);
      return nothing;
    },
  };
}

function listsIn(body: Json | undefined): readonly (readonly [string, readonly Json[]])[] {
  if (!isJsonObject(body)) return [];
  return Object.entries(body).map(([name, list]) => [name, isJsonArray(list) ? list : []]);
}

function isOneOf(name: string, templates: readonly string[]): boolean {
  const parts = name.split('/');
  return templates.some((template) => {
    const wanted = template.split('/');
    return (
      wanted.length === parts.length && wanted.every((part, at) => part.includes('{') || part === parts[at])
    );
  });
}

function noCollection(name: string, collections: readonly string[]): ControlReply {
  const known =
    collections.length === 0 ? 'none (the store keeps no records)' : `one of ${collections.join(', ')}`;
  return problem(404, `collection: expected ${known}, got ${quoted(name)}`, {
    fix: 'GET /__store/info lists the collections of each contract.',
  });
}

/** What the next requests get. */
export function ruleRoutes(scenario: ScenarioDesk, mounts: () => readonly RuleMount[]): ControlRoutes {
  return {
    listRules: async () => rulesReply(200, await scenario.rules()),
    addRules: async ({ body = null }) =>
      rulesReply(201, await scenario.add(...parseRules(body, { mounts: mounts() }))),
    clearRules: async () => {
      await scenario.clear();
      return nothing;
    },
    removeRule: async (call) => {
      const id = textIn(call, 'path.id') ?? '';
      if (await scenario.remove(id)) return nothing;
      return problem(404, `rule ${quoted(id)}: not there`, {
        fix: 'GET /__store/rules lists those that are.',
      });
    },
  };
}

function rulesReply(status: number, rules: readonly StoredRule[]): ControlReply {
  return json(status, { rules: rules.map(toJson) });
}
