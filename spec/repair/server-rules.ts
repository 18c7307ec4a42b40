/** Servers whose URL cannot be read, and variables without a value. */
import { KitError } from '../../errors.ts';
import { readServer } from '../compiling/read-servers.ts';
import { isJsonArray, isJsonObject, isNumeric, type Json, type JsonObject } from '../json/exact-json.ts';
import { joinPointer } from '../json/pointer.ts';
import type { RepairContext, RepairRule } from './repair-rule.ts';

/** Of the document, a path or an operation. Without any, requests are served at the path alone. */
export const withUsableServers: RepairRule = (part, pointer, context) => {
  const { servers } = part;
  if (servers === undefined || !isJsonArray(servers)) return part;
  const at = joinPointer(pointer, 'servers');
  const kept: Json[] = [];
  for (const [index, server] of servers.entries()) {
    const from = joinPointer(at, index);
    const read = isJsonObject(server) ? withValues(server, from, context) : server;
    if (isJsonObject(read) && !isUsable(read, from, context)) continue;
    context.move(joinPointer(at, kept.length), from);
    kept.push(read);
  }
  const isSame = kept.length === servers.length && kept.every((one, index) => one === servers[index]);
  return isSame ? part : { ...part, servers: kept };
};

function isUsable(server: JsonObject, pointer: string, { file, report }: RepairContext): boolean {
  const fix = 'it is ignored; give it a valid URL, or remove it';
  if (typeof server['url'] !== 'string') {
    report(pointer, 'a server without "url"', fix);
    return false;
  }
  try {
    readServer({ file, pointer, value: server });
    return true;
  } catch (error) {
    if (!(error instanceof KitError)) throw error;
    report(joinPointer(pointer, 'url'), `the server URL "${server['url']}"`, fix);
    return false;
  }
}

/** Variables are texts, and have a default. */
function withValues(server: JsonObject, pointer: string, { openapi, report }: RepairContext): JsonObject {
  const { variables } = server;
  if (variables === undefined || !isJsonObject(variables)) return server;
  const read = Object.entries(variables).map(([name, variable]) => {
    const repaired = withDefault(name, variable, openapi);
    if (repaired === variable) return [name, variable] as const;
    report(
      joinPointer(joinPointer(pointer, 'variables'), name),
      `the server variable "${name}"`,
      `its default is "${String(repaired['default'])}"; write the default and the values of "enum" as texts`,
    );
    return [name, repaired] as const;
  });
  const isSame = read.every(([name, variable]) => variable === variables[name]);
  return isSame ? server : { ...server, variables: Object.fromEntries(read) };
}

/** The same variable if it is valid. */
function withDefault(name: string, variable: Json, openapi: '3.0' | '3.1'): JsonObject {
  if (!isJsonObject(variable)) return { default: toText(variable) ?? name };
  const { default: value, enum: values, ...rest } = variable;
  const given = values !== undefined && isJsonArray(values) ? values : [];
  const listed = given.flatMap((one) => toText(one) ?? []);
  const text = toText(value ?? null) ?? listed[0] ?? name;
  const isSame = listed.length === given.length && listed.every((one, index) => one === given[index]);
  const isList = values === undefined || (isJsonArray(values) && (given.length > 0 || openapi === '3.0'));
  if (text === value && isSame && isList) return variable;
  return { ...rest, default: text, ...(listed.length > 0 && { enum: listed }) };
}

function toText(value: Json): string | undefined {
  if (typeof value === 'string') return value;
  return isNumeric(value) || typeof value === 'boolean' ? String(value) : undefined;
}
