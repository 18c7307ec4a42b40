/** What a record gets where the client leaves something out, and merge patches. */
import { isObject, type Json, JsonNumber, type JsonObject } from '../json.ts';

const defaults: Readonly<Record<string, JsonObject>> = {
  calendar: { visibility: 'private', archived: false, slotMinutes: new JsonNumber(30) },
  event: { busy: true, seats: new JsonNumber(10) },
  attendee: { role: 'required', guests: new JsonNumber(0) },
  invitation: { role: 'reader' },
  settings: { weekStart: 'monday', clock: 'h24', defaultMinutes: new JsonNumber(60) },
  export: { attendees: false },
};

export function withDefaults(kind: string, fields: JsonObject): JsonObject {
  return { ...defaults[kind], ...fields };
}

/** RFC 7396. */
export function mergePatch(target: Json | undefined, patch: Json): Json {
  if (!isObject(patch)) return patch;
  const members = new Map(target !== undefined && isObject(target) ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) members.delete(name);
    else members.set(name, mergePatch(members.get(name), value));
  }
  return Object.fromEntries(members);
}
