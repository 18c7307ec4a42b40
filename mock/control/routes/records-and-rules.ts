/** Routes for stored records and for rules. */
import { toJson } from '../../../spec/json/convert-json.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json/exact-json.ts';
import { quoteText } from '../../http/http-error.ts';
import type { StoredRule } from '../../model/rule.ts';
import { parseRules } from '../../rules/check-rules.ts';
import type { RuleMount } from '../../rules/rule-node.ts';
import type { RecordsAdmin, ScenarioAdmin } from '../admin-service.ts';
import {
  type ControlResponse,
  type ControlRoutes,
  jsonResponse,
  noContent,
  problemResponse,
  textParameter,
} from '../control-response.ts';

/** `collections` are templates such as `/users/{userId}/orders`. */
export function recordRoutes(records: RecordsAdmin, collections: () => readonly string[]): ControlRoutes {
  const unknownCollection = (name: string) =>
    matchesCollection(name, collections()) ? undefined : collectionNotFound(name, collections());
  return {
    readRecords: async (request) => {
      const requested = textParameter(request, 'query.collection');
      if (requested !== undefined)
        return unknownCollection(requested) ?? jsonResponse(200, { [requested]: await records.list(requested) });
      const names = (await records.collections()).map(({ name }) => name);
      const lists = await Promise.all(names.map(async (name) => [name, await records.list(name)] as const));
      return jsonResponse(200, Object.fromEntries(lists));
    },
    addRecords: async ({ body }) => {
      for (const [name, values] of recordLists(body)) await records.add(name, ...values);
      return noContent;
    },
    clearRecords: async (request) => {
      const requested = textParameter(request, 'query.collection');
      const notFound = requested === undefined ? undefined : unknownCollection(requested);
      if (notFound !== undefined) return notFound;
      await records.clear(requested);
      return noContent;
    },
  };
}

function recordLists(body: Json | undefined): readonly (readonly [string, readonly Json[]])[] {
  if (!isJsonObject(body)) return [];
  return Object.entries(body).map(([name, list]) => [name, isJsonArray(list) ? list : [list]]);
}

function matchesCollection(name: string, templates: readonly string[]): boolean {
  const parts = name.split('/');
  return templates.some((template) => {
    const requested = template.split('/');
    return requested.length === parts.length && requested.every((part, at) => part.includes('{') || part === parts[at]);
  });
}

function collectionNotFound(name: string, collections: readonly string[]): ControlResponse {
  const known =
    collections.length === 0 ? 'none (the mock server keeps no records)' : `one of ${collections.join(', ')}`;
  return problemResponse(404, `collection: expected ${known}, got ${quoteText(name)}`, {
    fix: 'GET /__store/info lists the collections of each contract.',
  });
}

/** Routes for the rules that apply to the next requests. */
export function ruleRoutes(scenario: ScenarioAdmin, mounts: () => readonly RuleMount[]): ControlRoutes {
  return {
    listRules: async () => jsonResponse(200, { ...rulesBody(await scenario.rules()), states: await scenario.states() }),
    addRules: async ({ body = null }) =>
      jsonResponse(201, rulesBody(await scenario.add(...parseRules(body, { mounts: mounts() })))),
    clearRules: async () => {
      await scenario.clear();
      return noContent;
    },
    orderRules: async ({ body = null }) => {
      const ids = isJsonObject(body) ? body['ids'] : undefined;
      await scenario.order(...(ids !== undefined && isJsonArray(ids) ? ids.map(String) : []));
      return noContent;
    },
    replaceRule: async (request) => {
      const id = textParameter(request, 'path.id') ?? '';
      const [rule] = parseRules(request.body ?? null, { mounts: mounts() });
      return rule !== undefined && (await scenario.replace(id, rule)) ? noContent : ruleNotFound(id);
    },
    changeRule: async (request) => {
      const id = textParameter(request, 'path.id') ?? '';
      const { body = null } = request;
      const isEnabled = isJsonObject(body) && body['enabled'] === true;
      return (await scenario.setEnabled(id, isEnabled)) ? noContent : ruleNotFound(id);
    },
    removeRule: async (request) => {
      const id = textParameter(request, 'path.id') ?? '';
      return (await scenario.remove(id)) ? noContent : ruleNotFound(id);
    },
  };
}

function ruleNotFound(id: string): ControlResponse {
  return problemResponse(404, `rule ${quoteText(id)}: does not exist`, {
    fix: 'GET /__store/rules lists the existing rules.',
  });
}

function rulesBody(rules: readonly StoredRule[]): JsonObject {
  return { rules: rules.map(toJson) };
}
