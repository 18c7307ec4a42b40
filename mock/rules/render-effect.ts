/** Fills the templates in the effect of a rule with values of the request. */
import { mapMembers } from '../../spec/json/convert-json.ts';
import { isJsonArray, isJsonObject, type Json } from '../../spec/json/exact-json.ts';
import { memoize } from '../../spec/memoize.ts';
import type { RuleEffect } from '../model/rule.ts';
import {
  hasTemplate,
  MAX_INSERTED,
  type Rendering,
  renderAsText,
  renderText,
  type TemplateSource,
} from './template.ts';

export interface RenderedEffect {
  readonly then: RuleEffect;
  /** The templates without a value. */
  readonly missing: readonly string[];
}

/** Whether its body or its headers have templates, or escapes of them. */
export const hasTemplates = memoize(({ body, headers = {} }: RuleEffect): boolean => {
  const found = (value: Json): boolean => {
    if (typeof value === 'string') return hasTemplate(value);
    if (isJsonArray(value)) return value.some(found);
    return isJsonObject(value) && Object.values(value).some(found);
  };
  return (body !== undefined && found(body)) || Object.values(headers).some(hasTemplate);
});

export function renderEffect(then: RuleEffect, source: TemplateSource): RenderedEffect {
  const rendering: Rendering = { source, missing: new Set(), remaining: MAX_INSERTED };
  const { body, headers } = then;
  const rendered = {
    ...then,
    ...(body === undefined ? {} : { body: renderValue(body, rendering) }),
    ...(headers === undefined ? {} : { headers: renderHeaders(headers, rendering) }),
  };
  return { then: rendered, missing: [...rendering.missing] };
}

function renderValue(value: Json, rendering: Rendering): Json {
  if (typeof value === 'string') return renderText(value, rendering);
  if (isJsonArray(value)) return value.map((one) => renderValue(one, rendering));
  return isJsonObject(value) ? mapMembers(value, (one) => renderValue(one, rendering)) : value;
}

/** A value of the request must not begin another header. */
function renderHeaders(headers: NonNullable<RuleEffect['headers']>, rendering: Rendering): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => {
    const text = renderAsText(value, rendering);
    return [name, text.replaceAll(/[^\t\x20-\x7e\xa0-\xff]/g, '?').slice(0, MAX_HEADER)] as const;
  });
  return Object.fromEntries(entries);
}

const MAX_HEADER = 8_000;
