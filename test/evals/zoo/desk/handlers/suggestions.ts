import { type Context, FORM, formPairs, typedBody } from '../context.ts';
import { type Pair, readFields } from '../forms.ts';
import { malformed, wrongField } from '../refusal.ts';
import { type Answer, json } from '../wire.ts';
import type { Element } from '../xml.ts';

const XML = 'application/xml';

export function suggest(context: Context): Answer {
  const type = typedBody(context, [XML, FORM]);
  const { desk, request } = context;
  const pairs = type === XML ? pairsIn(desk.parseXml(desk.decode(request.body))) : formPairs(context);
  const fields = readFields(desk.forms, desk.rules.suggestion, pairs);
  return json(201, { number: Date.now(), ...fields });
}

/** `stars` is an attribute, the others are elements. */
function pairsIn({ name, attributes, children, text }: Element): readonly Pair[] {
  if (name !== 'suggestion') throw malformed('The root is to be <suggestion>.');
  if (text.trim() !== '') throw malformed('There is text between the elements.');
  const wrong = [...attributes.keys()].find((key) => key !== 'stars');
  if (wrong !== undefined) throw wrongField(wrong, 'is no attribute');
  return [...attributes, ...children.map(pairOf)];
}

function pairOf({ name, attributes, children, text }: Element): Pair {
  if (name === 'stars') throw wrongField(name, 'is an attribute');
  if (attributes.size > 0 || children.length > 0) throw wrongField(name, 'is to be text alone');
  return [name, text];
}
