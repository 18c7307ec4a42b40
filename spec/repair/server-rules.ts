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
function withValues(server: JsonObject, pointer: string, { report }: RepairContext): JsonObject {
  const { variables } = server;
  if (variables === undefined || !isJsonObject(variables)) return server;
  const read = Object.entries(variables).map(([name, variable]) => {
    if (!isJsonObject(variable)) return [name, variable] as const;
    const { default: value, enum: values } = variable;
    const listed = values !== undefined && isJsonArray(values) ? values : [];
    const text = value === undefined ? toText(listed[0] ?? name) : toText(value);
    const isSame = text === value && listed.every((one) => one === toText(one));
    if (isSame) return [name, variable] as const;
    report(
      joinPointer(joinPointer(pointer, 'variables'), name),
      `the server variable "${name}"`,
      `its default is "${String(text)}"; write the default and the values of "enum" as texts`,
    );
    return [name, { ...variable, default: text, ...(listed.length > 0 && { enum: listed.map(toText) }) }] as const;
  });
  const isSame = read.every(([name, variable]) => variable === variables[name]);
  return isSame ? server : { ...server, variables: Object.fromEntries(read) };
}

function toText(value: Json): Json {
  return isNumeric(value) || typeof value === 'boolean' ? String(value) : value;
}
