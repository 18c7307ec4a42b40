/** What the body of a callback or webhook says about the event itself: its type and its time. */
import type { Json, JsonObject } from '../../spec/json/exact-json.ts';
import type { Contract } from '../../spec/model/contract.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { composedSchemas, declaredProperties, declaredTypes } from '../../spec/model/schema-view.ts';
import { isValid } from '../../spec/validation/validate.ts';
import { propertyWords } from '../made-up/property-words.ts';
import { isRecordSchema } from './event-records.ts';
import { eventStems } from './event-words.ts';

export interface OutgoingEvent {
  /** Of the callback or webhook: `ticketClosed`. */
  readonly name: string;
  readonly contract: Contract;
  /** When it happens. */
  readonly time: () => Promise<Date>;
}

/** The valid body with them, as far as its schema allows that and has no examples of them. */
export async function withEventValues(body: JsonObject, schema: Schema, event: OutgoingEvent): Promise<JsonObject> {
  // The `type` and `createdAt` of a record are its own.
  if (isRecordSchema(schema, event.contract)) return body;
  const open = [...declaredProperties(schema)].filter(
    ([name, part]) => Object.hasOwn(body, name) && !composedSchemas(part).some(({ examples }) => examples.length > 0),
  );
  const time = open.some(([name, part]) => isEventTime(name, part)) ? await event.time() : undefined;
  let whole = body;
  for (const [name, part] of open) {
    const values = isEventType(name)
      ? eventTypes(part, event.name)
      : time && isEventTime(name, part)
        ? times(time)
        : [];
    const next = values.map((value) => ({ ...whole, [name]: value })).find((one) => isValid(schema, one, 'response'));
    whole = next ?? whole;
  }
  return whole;
}

function isEventType(name: string): boolean {
  return /^(?:event|webhook)?(?:type|name|kind|action|topic)$|^event$/.test(propertyWords(name).join(''));
}

/** The values of the enum that the name fits best, or the name itself: `ticket.closed` of `ticketClosed`. */
function eventTypes(schema: Schema, event: string): readonly Json[] {
  const words = eventStems(event);
  const listed = composedSchemas(schema).find(({ enum: values }) => values !== undefined)?.enum;
  if (listed === undefined) return declaredTypes(schema).has('string') ? [propertyWords(event).join('.')] : [];
  const ranked = listed
    .map((value) => ({ value, fit: typeof value === 'string' ? fitOf(eventStems(value), words) : 0 }))
    .toSorted((a, b) => b.fit - a.fit);
  const [best, second] = ranked;
  // `comment` alone does not choose between `comment.added` and `comment.removed`.
  return best === undefined || best.fit === 0 || best.fit === second?.fit ? [] : [best.value];
}

/** From 0, if they have no word in common, to 1. */
function fitOf(one: readonly string[], other: readonly string[]): number {
  const shared = one.filter((word) => other.includes(word)).length;
  return shared / new Set([...one, ...other]).size;
}

const TIME_NAMES =
  /^(?:event|sent|occurred|happened|triggered|emitted|fired|created|delivered|published|raised)?(?:at|on|time|timestamp|date|datetime)?$/;

/** A `createdAt` of the body itself is when the event was created. */
function isEventTime(name: string, schema: Schema): boolean {
  const isTime = composedSchemas(schema).some(({ format }) => format === 'date-time');
  const words = propertyWords(name).join('');
  return (isTime && TIME_NAMES.test(words)) || (words === 'timestamp' && declaredTypes(schema).has('integer'));
}

function times(time: Date): readonly Json[] {
  const text = time.toISOString();
  return [text, text.replace(/\.\d+/, ''), Math.floor(time.getTime() / 1_000)];
}
