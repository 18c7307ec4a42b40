import { type DeskContext, FORM, formPairs, typedBody } from '../context.ts';
import { invalidField, malformedRequest } from '../error.ts';
import { type FormPair, readFields } from '../forms.ts';
import { type DeskResponse, jsonDeskResponse } from '../http.ts';
import type { Element } from '../xml.ts';

const XML = 'application/xml';

export function suggest(context: DeskContext): DeskResponse {
  const type = typedBody(context, [XML, FORM]);
  const { behavior, request } = context;
  const pairs = type === XML ? pairsIn(behavior.parseXml(behavior.decode(request.body))) : formPairs(context);
  const fields = readFields(behavior.forms, behavior.rules.suggestion, pairs);
  return jsonDeskResponse(201, { number: Date.now(), ...fields });
}

/** `stars` is an attribute, the others are elements. */
function pairsIn({ name, attributes, children, text }: Element): readonly FormPair[] {
  if (name !== 'suggestion') throw malformedRequest('The root is to be <suggestion>.');
  if (text.trim() !== '') throw malformedRequest('There is text between the elements.');
  const wrong = [...attributes.keys()].find((key) => key !== 'stars');
  if (wrong !== undefined) throw invalidField(wrong, 'is no attribute');
  return [...attributes, ...children.map(pairOf)];
}

function pairOf({ name, attributes, children, text }: Element): FormPair {
  if (name === 'stars') throw invalidField(name, 'is an attribute');
  if (attributes.size > 0 || children.length > 0) throw invalidField(name, 'is to be text alone');
  return [name, text];
}
