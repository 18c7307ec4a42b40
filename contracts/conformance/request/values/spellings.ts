/** Other ways to write the same JSON. */
import { type Json, stringifyJson } from '../../../../spec/exact-json.ts';
import { rememberedText } from '../../../../spec/remembered.ts';

/** Every letter, and whatever is not ASCII, of every text as a `\\u` escape; keys included. */
export function escapeAll(value: Json): string {
  return stringifyJson(value).replace(/"(?:[^"\\]|\\.)*"/g, escapeText);
}

/** What is an escape already stays as it is. */
function escapeText(text: string): string {
  return text.replace(/\\u[0-9a-f]{4}|\\.|[A-Za-z]|[^\x00-\x7f]/g, escapeUnit);
}

const escapeUnit = rememberedText((unit) =>
  unit.startsWith('\\') ? unit : `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
);
